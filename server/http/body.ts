import type { MiddlewareHandler } from 'hono';
import { AppError } from '#contract/errors.ts';

/** Bytes of a JSON body; routes that take more say so. */
export const BODY_LIMIT = 64 * 1024;

/** A body that is a JSON object; an empty one counts as `{}`. Throws `badRequest.invalid.input` and `.tooLarge`. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const text = (await readBytes(request, BODY_LIMIT)).toString('utf8');
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...value };
  } catch {
    // handled below, like JSON that is no object
  }
  throw new AppError('badRequest.invalid.input');
}

/**
 * Holds at most `limit` bytes in memory. Throws `badRequest.tooLarge` when the body is longer, and
 * `badRequest.invalid.input` when the client goes before its end.
 */
export async function readBytes(request: Request, limit: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new AppError('badRequest.tooLarge');
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > limit) throw new AppError('badRequest.tooLarge');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('badRequest.invalid.input', { cause: error });
  }
  return Buffer.concat(chunks);
}

/** Reads the body for the routes behind it before they parse anything. Throws as `readBytes` does. */
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
