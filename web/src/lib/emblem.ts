/** The shape that goes with a player's colour, so that nobody needs to tell colours apart. */

function polygon(radius: number, corners: number, turn: number, inner = 1): string {
  const points: string[] = [];
  const steps = inner === 1 ? corners : corners * 2;
  for (let step = 0; step < steps; step++) {
    const reach = radius * (step % 2 && inner !== 1 ? inner : 1);
    const angle = turn + (step * 2 * Math.PI) / steps;
    points.push(`${(reach * Math.cos(angle)).toFixed(2)} ${(reach * Math.sin(angle)).toFixed(2)}`);
  }
  return `M${points.join("L")}Z`;
}

const UP = -Math.PI / 2;

/** Path around 0, 0. The shapes have about the same weight to the eye. */
export function emblemPath(seat: number, radius: number): string {
  switch (((seat % 5) + 5) % 5) {
    case 0: {
      const r = (radius * 0.92).toFixed(2);
      return `M-${r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 -${r} 0Z`;
    }
    case 1:
      return polygon(radius * 1.12, 4, UP);
    case 2:
      return polygon(radius * 1.14, 4, UP + Math.PI / 4);
    case 3:
      return polygon(radius, 6, UP);
    default:
      return polygon(radius * 1.18, 5, UP, 0.5);
  }
}
