import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react';
import { underUsername } from '#lib/member/under-username.ts';
import { canPayMessage } from '#lib/messaging/sending/send.ts';
import { openModal } from '#lib/shell/start/dialogs.ts';
import type { OpenConversation } from '../../../lib/messaging/opened/open-conversations.ts';

/** File types for the browser's picker. */
export const PHOTO_FILES = 'image/jpeg,.jpg,.jpeg';

interface FileTarget {
  onPaste: (event: ClipboardEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
}

/** Handlers for an element that accepts pasted or dropped files; text is left to the browser. */
export function fileTarget(onFile: (file: File) => void): FileTarget {
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const [file] = data.files;
    if (!file) return;
    event.preventDefault();
    // Elements around it must not handle it, too.
    event.stopPropagation();
    onFile(file);
  };
  return {
    onPaste: (event) => take(event, event.clipboardData),
    onDragOver: (event) => {
      // Without this the browser would navigate to the file.
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event) => take(event, event.dataTransfer),
  };
}

/** Checks the credits (opens a dialog if missing), asks for a username, then opens the picker (platform spec 4). */
export function pickPhoto(
  { recipient }: Pick<OpenConversation, 'recipient'>,
  file: File | null = null,
): void {
  if (canPayMessage()) underUsername(() => openModal({ type: 'Photo', recipient, file }), 'go');
}

/** An object URL of a file; null until it is created. */
export function useObjectUrl(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}
