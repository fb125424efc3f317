import type { ClipboardEvent, DragEvent } from 'react';

/** For the browser's own picker. */
export const PHOTO_FILES = 'image/jpeg,.jpg,.jpeg';

interface FileTarget {
  onPaste: (event: ClipboardEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
}

/** For what takes a file that is pasted or dropped; text goes its own way. */
export function fileTarget(onFile: (file: File) => void): FileTarget {
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const [file] = data.files;
    if (!file) return;
    event.preventDefault();
    // Not also by what is around it.
    event.stopPropagation();
    onFile(file);
  };
  return {
    onPaste: (event) => take(event, event.clipboardData),
    onDragOver: (event) => {
      // Without this the browser would leave the page for the file.
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event) => take(event, event.dataTransfer),
  };
}
