import { AppError } from '#contract/errors.ts';
import { apiKey } from './api-key.ts';
import { apiOrigin } from './api-origin.ts';
import { errorFrom } from './call.ts';

export interface FetchedFile {
  readonly name: string;
  readonly content: Blob;
}

/** A file of the API, which asks for the key that a plain link cannot send. Throws AppError like `call`. */
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
