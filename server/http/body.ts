import type { MiddlewareHandler } from 'hono';
import type { FileBody } from '#contract/endpoint.ts';
import { AppError, type ErrorLabel } from '#contract/errors.ts';

/** Maximum bytes of a JSON body; routes that accept more set their own limit. */
export const BODY_LIMIT = 64 * 1024;

/** Reads a JSON object; an empty body is `{}`. Throws `badRequest.invalid.input` and `.tooLarge`. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const text = (await readBytes(request, BODY_LIMIT)).toString('utf8');
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...value };
  } catch {
    // handled below, like JSON that is not an object
  }
  throw new AppError('badRequest.invalid.input');
}

/** Reads a file. Throws the call's own labels. */
export async function readFileBody(request: Request, body: FileBody): Promise<Buffer<ArrayBuffer>> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (!body.types.includes(type.trim().toLowerCase())) throw new AppError(body.wrongType);
  return readBytes(request, body.maxBytes, body.tooLarge);
}

/**
 * Buffers at most `limit` bytes. Throws `tooLarge` for a longer body, and `badRequest.invalid.input` if the client
 * disconnects before its end.
 */
export async function readBytes(
  request: Request,
  limit: number,
  tooLarge: ErrorLabel = 'badRequest.tooLarge',
): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new AppError(tooLarge);
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > limit) throw new AppError(tooLarge);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('badRequest.invalid.input', { cause: error });
  }
  return Buffer.concat(chunks);
}

/** Reads the body before the routes behind it parse it. Throws like `readBytes`. */
export const limitBody =
  (limit: number): MiddlewareHandler =>
  async (c, next) => {
    const { method, url, headers } = c.req.raw;
    if (method !== 'GET' && method !== 'HEAD') {
      const body = await readBytes(c.req.raw, limit);
      c.req.raw = new Request(url, { method, headers, ...(body.length > 0 && { body }) });
    }
    await next();
  };
