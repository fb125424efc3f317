import { AppError } from '#contract/errors.ts';
import { apiKey, errorFrom } from '../call.ts';
import { apiOrigin } from '../start/page.ts';

export interface FetchedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Fetches a file from the API, which requires a key that a plain link cannot send. Throws AppError like `call`. */
export async function fetchFile(path: string): Promise<FetchedFile> {
  const origin = apiOrigin();
  const answer = await fetch(origin + path, {
    headers: { 'api-key': apiKey() },
    credentials: origin ? 'include' : 'same-origin',
  }).catch((cause: unknown) => {
    throw new AppError('UNAVAILABLE', { cause });
  });
  if (!answer.ok) throw errorFrom(await answer.json().catch(() => null));
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? 'download', content: await answer.blob() };
}

/** Saves a file through the browser's downloads. */
export function saveFile({ name, content }: FetchedFile): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Safari reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
