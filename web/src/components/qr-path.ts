/** The dark squares of a QR code as one path, a square being one unit. */

export interface CodePath {
  path: string;
  size: number; // squares across
}

export async function codePath(text: string): Promise<CodePath> {
  const { create } = await import("qrcode");
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  let path = "";
  data.forEach((dark, at) => {
    if (dark) path += `M${at % size} ${Math.floor(at / size)}h1v1h-1z`;
  });
  return { path, size };
}
