/** Unsent pictures of this page: after a reload an unsent photo is shown as text only. */
const pictures = new Map<string, string>();

export function rememberPhoto(id: string, photo: Blob): void {
  pictures.set(id, URL.createObjectURL(photo));
}

/** An object URL, valid on this page only. */
export const ownPhoto = (id: string): string | null => pictures.get(id) ?? null;

export function forgetPhoto(id: string): void {
  const address = pictures.get(id);
  if (address) URL.revokeObjectURL(address);
  pictures.delete(id);
}
