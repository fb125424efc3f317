import { AppError } from '#contract/errors.ts';

/** Bytes a body of JSON may have; what takes more says so itself. */
export const BODY_LIMIT = 64 * 1024;

/** A body that is a JSON object; an empty one is an empty object. Throws `badRequest.invalid.input` and `.tooLarge`. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const text = (await readBytes(request, BODY_LIMIT)).toString('utf8');
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...value };
  } catch {
    // told below: what is no JSON and what is no object are the same mistake
  }
  throw new AppError('badRequest.invalid.input');
}

/** Throws `badRequest.tooLarge` when the body is longer; no more than `limit` bytes of it are held in memory. */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new AppError('badRequest.tooLarge');
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw new AppError('badRequest.tooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
