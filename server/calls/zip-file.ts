import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A file of a ZIP. */
export interface ZippedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Stored as they are, because they are compressed. */
const isCompressed = (name: string): boolean => /\.(?:jpg|webp)$/.test(name);

/** A ZIP written while it is read, one file at a time. */
export function zipStream(files: AsyncIterable<ZippedFile>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const next = files[Symbol.asyncIterator]();
  let zip: Zip;
  return new ReadableStream({
    start(controller) {
      zip = new Zip((error, chunk, isLast) => {
        if (error) controller.error(error);
        else controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
        if (isLast && !error) controller.close();
      });
    },
    async pull() {
      const { value, done } = await next.next();
      if (done) return zip.end();
      const { name, content } = value;
      const entry = isCompressed(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
      zip.add(entry);
      entry.push(content, true);
    },
    async cancel() {
      await next.return?.();
    },
  });
}
