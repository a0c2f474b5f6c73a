/** Gives the person a file of their own: a record to keep, and to look at later; a picture. */

export function download(name: string, text: string): void {
  downloadBlob(name, new Blob([text], { type: "text/plain" }));
}

export function downloadBlob(name: string, blob: Blob): void {
  const link = document.createElement("a");
  const address = URL.createObjectURL(blob);
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
