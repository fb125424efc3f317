import type { FetchedFile } from '../api/file.ts';

/** Hands a file to the browser's downloads. */
export function saveFile({ name, content }: FetchedFile): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
