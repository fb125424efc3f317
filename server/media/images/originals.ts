import { createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Deps } from '#server/ports/deps.ts';
import { type ImageKind, type ImageRef, imageKinds, nameOf } from './image-url.ts';
import { originalOf, variantsOf } from './store.ts';

type OriginalDeps = Pick<Deps, 'config' | 'storage'>;

/** Kinds that performers upload: their originals are in the storage, so that every node can serve them. */
const stored: ReadonlySet<ImageKind> = new Set([imageKinds.portrait, imageKinds.album, imageKinds.video]);

export const storageKeyOf = ({ kind, id, version }: ImageRef): string => `images/${kind}/${id}/${version}`;

/** A node's copy of an original that another machine stores. */
const copyOf = (dataDir: string, ref: ImageRef): string => join(dataDir, 'cache', 'originals', nameOf(ref));

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** The local file of an original, fetched from the storage on first use; null if there is none. */
export async function findOriginal(
  { config: { dataDir }, storage }: OriginalDeps,
  ref: ImageRef,
): Promise<string | null> {
  const own = originalOf(dataDir, ref);
  if (!stored.has(ref.kind) || (await exists(own))) return own;
  const path = await storage.pathOf(storageKeyOf(ref));
  if (path !== null) return path;
  const copy = copyOf(dataDir, ref);
  if (await exists(copy)) return copy;
  const content = await storage.get(storageKeyOf(ref));
  if (!content) return null;
  await save(copy, content);
  return copy;
}

async function save(file: string, content: ReadableStream<Uint8Array>): Promise<void> {
  const unfinished = `${file}.${crypto.randomUUID()}.tmp`;
  await mkdir(dirname(file), { recursive: true });
  try {
    // Node's own type of a web stream differs from the global one.
    await pipeline(
      Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0]),
      createWriteStream(unfinished),
    );
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Deletes an original from the storage and from this node, with everything made from it. */
export async function deleteOriginal(
  { config: { dataDir }, storage }: OriginalDeps,
  ref: ImageRef,
): Promise<void> {
  await storage.delete(storageKeyOf(ref));
  for (const file of [originalOf(dataDir, ref), copyOf(dataDir, ref)]) await rm(file, { force: true });
  await rm(variantsOf(dataDir, ref), { recursive: true, force: true });
}
