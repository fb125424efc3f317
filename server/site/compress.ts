import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

export type Encoding = 'identity' | 'br' | 'gzip';

/** Quality 5 takes a tenth of the time of 11 for nine tenths of the effect. Built files are compressed with 11. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Best first. */
const encodings = ['br', 'gzip'] as const;
const takes = {
  br: /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/,
  gzip: /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/,
} as const;

/** The best encoding that an `Accept-Encoding` header allows (RFC 9110, 12.5.3). */
export function negotiateEncoding(accepted: string | null | undefined): Encoding {
  if (!accepted) return 'identity';
  return encodings.find((encoding) => takes[encoding].test(accepted)) ?? 'identity';
}

export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body;
  return encoding === 'br' ? brotliAsync(body, BROTLI) : gzipAsync(body);
}

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|manifest\+json|javascript)|image\/svg\+xml)/;

/** Compresses the body as a stream, if its type is compressible. */
export function compressResponse(response: Response, encoding: Encoding): Response {
  const { body, status, statusText } = response;
  const headers = new Headers(response.headers);
  if (!body || !COMPRESSIBLE.test(headers.get('content-type') ?? '')) return response;
  headers.append('vary', 'Accept-Encoding');
  if (encoding === 'identity' || headers.has('content-encoding'))
    return new Response(body, { status, statusText, headers });
  headers.delete('content-length');
  headers.set('content-encoding', encoding);
  const compressor = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip();
  const compressed = Readable.fromWeb(body as import('node:stream/web').ReadableStream).pipe(compressor);
  return new Response(Readable.toWeb(compressed) as ReadableStream, { status, statusText, headers });
}
