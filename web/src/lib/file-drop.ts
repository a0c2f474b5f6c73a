/** A place where a file can be let go: `{@attach fileDrop(read)}`. While one hovers over it, it has `data-over`. */
export function fileDrop(onfile: (file: File) => void): (node: HTMLElement) => () => void {
  return (node) => {
    const over = (event: DragEvent): void => {
      event.preventDefault();
      node.dataset.over = "";
    };
    const leave = (): void => {
      delete node.dataset.over;
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      leave();
      const file = event.dataTransfer?.files[0];
      if (file) onfile(file);
    };
    node.addEventListener("dragover", over);
    node.addEventListener("dragleave", leave);
    node.addEventListener("drop", drop);
    return () => {
      node.removeEventListener("dragover", over);
      node.removeEventListener("dragleave", leave);
      node.removeEventListener("drop", drop);
    };
  };
}
