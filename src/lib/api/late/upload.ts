import { type AnyEndpoint, type Method, type OutputOf, pathOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { apiKey, documentLocale, errorFrom } from '../call.ts';
import { apiOrigin } from '../start/page.ts';

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
  const { status, body } = await send(endpoint.method, pathOf(endpoint), file, { onProgress, signal });
  if (status >= 400) throw errorFrom(body);
  const parsed = endpoint.output.safeParse(body);
  if (!parsed.success) throw new AppError('UNDEFINED_ERROR', { cause: parsed.error });
  return parsed.data as OutputOf<E>;
}

/** Sends a form with files to a path that is not a call. Throws like `upload`. */
export async function uploadForm(path: string, form: FormData, options: UploadOptions): Promise<void> {
  const { status, body } = await send('POST', path, form, options);
  if (status >= 400) throw errorFrom(body);
}

function send(method: Method, path: string, file: Blob | FormData, { onProgress, signal }: UploadOptions) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = () => reject(new AppError('UNAVAILABLE'));
    const origin = apiOrigin();
    request.open(method, origin + path);
    request.withCredentials = origin !== '';
    request.responseType = 'json';
    request.setRequestHeader('api-key', apiKey());
    request.setRequestHeader('x-lang', documentLocale());
    // The browser names the boundary of a form.
    if (file instanceof Blob) request.setRequestHeader('content-type', file.type);
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
