import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { CleanBytes } from '#server/ports/clean-file.ts';
import { checkKey, type StorageGateway } from '#server/ports/gateways.ts';

const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR';

/** One file per key. The folder is created with the first file. */
export function folderStorage(folder: string): StorageGateway {
  const fileOf = (key: string): string => {
    checkKey(key);
    return join(folder, key);
  };
  return {
    async put(key, content) {
      const file = fileOf(key);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      if (content instanceof CleanBytes) await putBytes(file, content.bytes);
      else {
        await syncFile(content.path);
        await rename(content.path, file);
      }
      await syncFolder(dirname(file));
    },
    async pathOf(key) {
      const file = fileOf(key);
      return (await isFile(file)) ? file : null;
    },
    async get(key) {
      const opened = await open(fileOf(key)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (!opened) return null;
      return Readable.toWeb(opened.createReadStream()) as ReadableStream<Uint8Array<ArrayBuffer>>;
    },
    async has(key) {
      return isFile(fileOf(key));
    },
    async delete(key) {
      await rm(fileOf(key), { force: true });
    },
  };
}

async function isFile(file: string): Promise<boolean> {
  const found = await stat(file).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  return found?.isFile() ?? false;
}

async function syncFile(file: string): Promise<void> {
  const opened = await open(file, 'r+');
  try {
    await opened.chmod(0o600);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function putBytes(file: string, content: Uint8Array): Promise<void> {
  // Keys have no underscore, so none names an unfinished file.
  const unfinished = `${file}_${randomUUID()}`;
  try {
    await writeSafely(unfinished, content);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeSafely(file: string, content: Uint8Array): Promise<void> {
  const opened = await open(file, 'wx', 0o600);
  try {
    await opened.writeFile(content);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Without it, a renamed file could be lost in a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
