import type { Face } from "../wire";

/** A steady face for whoever has none: the same for the same id everywhere. */
export function generatedFace(id: string): Face {
  let hash = 2166136261;
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0;
  const pick = <T>(from: readonly T[]): T => {
    hash = Math.imul(hash ^ (hash >>> 13), 1274126177) >>> 0;
    return from[hash % from.length] as T;
  };
  const SKINS = ["#e8b48c", "#b9794f", "#8fb35a", "#7aa6b8", "#b59ac9", "#d9d2c0", "#c98c86", "#7f8f6a"] as const;
  const CLOTHS = ["#8a2f5d", "#2f4f8f", "#2c6e3f", "#a63222", "#5b3f8c", "#8a6d1a", "#1c5d6e", "#4a4a52"] as const;
  const GROUNDS = ["#e3c878", "#9fc3d6", "#c9a6c4", "#b8c98a", "#d9a184", "#a8b4a0", "#c4b5e0", "#d8cfb8"] as const;
  return {
    head: pick(["round", "oval", "heart", "square", "broad", "long"] as const),
    skin: pick(SKINS),
    ears: pick(["human", "pointed", "round", "bat", "droopy"] as const),
    eyes: pick(["round", "big", "dots", "almond", "sleepy"] as const),
    brows: pick(["thin", "bushy", "angry", "soft"] as const),
    nose: pick(["button", "straight", "bulb", "hooked", "snub"] as const),
    mouth: pick(["smile", "smirk", "flat", "wide", "grin"] as const),
    teeth: pick(["", "", "tusks", "fangs", "buck", "gap"] as const),
    hair: pick(["short", "curly", "long", "braids", "swept", "topknot", "mohawk", "bun", "bob", "moss"] as const),
    hair_color: pick(["#3a2a22", "#7a4a24", "#d9b25a", "#b5432a", "#d9d7d6", "#2b2b38"]),
    beard: pick(["", "", "", "fluffy", "goatee", "moustache"] as const),
    hat: pick(["", "", "", "straw", "helmet", "bandana", "turban", "winged"] as const),
    collar: pick(["plain", "shirt", "fur", "armour", "leaves", "beads"] as const),
    cloth: pick(CLOTHS),
    trim: pick(["#d8b24a", "#c9d0d6", "#e07b39", "#7fd0c4"]),
    ground: pick(GROUNDS),
  };
}
