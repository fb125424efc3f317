import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { PersonalFile } from '#server/ports/personal-data.ts';

/** A ZIP written while it is read, one file at a time. Compressed files (`.jpg`) are stored as they are. */
export function zipStream(files: AsyncIterable<PersonalFile>): ReadableStream<Uint8Array<ArrayBuffer>> {
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
      const entry = value.name.endsWith('.jpg')
        ? new ZipPassThrough(value.name)
        : new ZipDeflate(value.name, { level: 6 });
      zip.add(entry);
      entry.push(value.content, true);
    },
    async cancel() {
      await next.return?.();
    },
  });
}
