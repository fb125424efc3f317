import { readFile } from 'node:fs/promises';
import { checkKey, type StorageGateway } from '#server/ports/storage.ts';

/** In memory. */
export function fakeStorage(): StorageGateway {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    async put(key, content) {
      checkKey(key);
      files.set(key, new Uint8Array(content));
    },
    async putFile(key, file) {
      checkKey(key);
      files.set(key, new Uint8Array(await readFile(file)));
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
