import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import { FILES_MAX } from '#contract/media/uploads.ts';

export interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly stream: Readable;
}

/**
 * Reads a multipart form (RFC 7578) and passes its files on one after the other. Throws what `onFile` throws, and
 * `badRequest.invalid.input` for another body or one that ends early.
 */
export async function readForm(
  body: ReadableStream<Uint8Array> | null,
  contentType: string | null,
  onFile: (file: FormFile) => Promise<void>,
): Promise<void> {
  const parser = parserFor(contentType);
  if (!body || !parser) throw new AppError('badRequest.invalid.input');
  let work = Promise.resolve();
  const failed = Promise.withResolvers<never>();
  parser.on('file', (field, stream, name) => {
    // A form that ends early ends its file with an error, which the parser reports as well.
    stream.on('error', () => {});
    work = work.then(() => onFile({ field, name: name ?? '', stream }));
    work.catch(failed.reject);
  });
  parser.on('filesLimit', () => failed.reject(new AppError('badRequest.invalid.input')));
  // Node's own type of a web stream differs from the global one.
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  const read = pipeline(source, parser).catch((cause: unknown) => {
    throw new AppError('badRequest.invalid.input', { cause });
  });
  try {
    await Promise.race([read.then(() => work), failed.promise]);
  } catch (error) {
    read.catch(() => {});
    source.destroy();
    throw error;
  }
}

function parserFor(contentType: string | null) {
  if (!contentType?.toLowerCase().startsWith('multipart/form-data')) return null;
  const limits = { files: FILES_MAX + 1, fields: 20, fieldSize: 1024, headerPairs: 20 };
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    return null;
  }
}

interface SizeLimit {
  readonly max: number;
  readonly tooBig: ErrorLabel;
}

/** The whole file. Reads a longer one to its end before it throws, so that the files after it can be read. */
export async function collect(stream: Readable, { max, tooBig }: SizeLimit): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= max) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > max) throw new AppError(tooBig);
  return Buffer.concat(chunks);
}

/** Writes a file as it arrives, and returns its size and SHA-256. Stops reading one that is too long. */
export async function receive(
  stream: Readable,
  { path, max, tooBig }: SizeLimit & { path: string },
): Promise<{ size: number; hash: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      hash.update(chunk);
      if (size > max) done(new AppError(tooBig));
      else done(null, chunk);
    },
  });
  await mkdir(dirname(path), { recursive: true });
  try {
    await pipeline(stream, measure, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { size, hash: hash.digest('hex') };
}
