import { readFile } from 'node:fs/promises';
import { CleanBytes } from '#server/ports/clean-file.ts';
import { checkKey, type StorageGateway } from '#server/ports/gateways.ts';

/** In memory. */
export function fakeStorage(): StorageGateway {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    async put(key, file) {
      checkKey(key);
      const content = file instanceof CleanBytes ? file.bytes : await readFile(file.path);
      files.set(key, new Uint8Array(content));
    },
    pathOf: async () => null,
    async get(key) {
      checkKey(key);
      return new Response(files.get(key)).body;
    },
    async has(key) {
      checkKey(key);
      return files.has(key);
    },
    async delete(key) {
      checkKey(key);
      files.delete(key);
    },
  };
}
