import { type AnyEndpoint, type OutputOf, pathOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { apiKey } from './api-key.ts';
import { apiOrigin } from './api-origin.ts';
import { documentLocale, errorFrom } from './call.ts';

export interface UploadOptions {
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Makes a call whose body is a file. Uses XMLHttpRequest because `fetch` reports no upload progress. Throws
 * AppError like `call`, also when the signal aborts it.
 */
export async function upload<E extends AnyEndpoint>(
  endpoint: E,
  file: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<OutputOf<E>> {
  const { status, body } = await send(endpoint, file, { onProgress, signal });
  if (status >= 400) throw errorFrom(body);
  const parsed = endpoint.output.safeParse(body);
  if (!parsed.success) throw new AppError('UNDEFINED_ERROR', { cause: parsed.error });
  return parsed.data as OutputOf<E>;
}

function send(endpoint: AnyEndpoint, file: Blob, { onProgress, signal }: UploadOptions) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = () => reject(new AppError('UNAVAILABLE'));
    const origin = apiOrigin();
    request.open(endpoint.method, origin + pathOf(endpoint));
    request.withCredentials = origin !== '';
    request.responseType = 'json';
    request.setRequestHeader('api-key', apiKey());
    request.setRequestHeader('x-lang', documentLocale());
    request.setRequestHeader('content-type', file.type);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, body: request.response });
    request.onerror = lost;
    request.ontimeout = lost;
    request.onabort = lost;
    if (signal.aborted) lost();
    else {
      signal.addEventListener('abort', () => request.abort(), { once: true });
      request.send(file);
    }
  });
}
