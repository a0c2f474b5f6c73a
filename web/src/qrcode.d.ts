/** The part of the library that is used; its own types would bring those of Node. */
declare module "qrcode" {
  interface Squares {
    size: number;
    data: Uint8Array; // row by row, 1: dark
  }
  export function create(text: string, options: { errorCorrectionLevel: "L" | "M" | "Q" | "H" }): { modules: Squares };
}
