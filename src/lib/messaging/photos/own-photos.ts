/** Pictures of this page that are not sent yet: what waits longer is shown in words alone. */
const pictures = new Map<string, string>();

export function rememberPhoto(id: string, photo: Blob): void {
  pictures.set(id, URL.createObjectURL(photo));
}

/** An address of this page alone. */
export const ownPhoto = (id: string): string | null => pictures.get(id) ?? null;

export function forgetPhoto(id: string): void {
  const address = pictures.get(id);
  if (address) URL.revokeObjectURL(address);
  pictures.delete(id);
}
