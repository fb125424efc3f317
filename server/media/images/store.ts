import { createHash } from 'node:crypto';
import { readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { CleanBytes } from '#server/ports/clean-file.ts';
import { replaceFile } from '#server/replace-file.ts';
import { type ImageRef, imageKinds, nameOf } from './image-url.ts';

/** One folder per picture, one file per version. */
const originalsOf = (dataDir: string, { kind, id }: Pick<ImageRef, 'kind' | 'id'>) =>
  join(dataDir, 'images', kind, String(id));

/** Files that can be recreated from the originals. */
export const variantsOf = (dataDir: string, ref: ImageRef) => join(dataDir, 'cache', 'images', nameOf(ref));

export const originalOf = (dataDir: string, ref: ImageRef) => join(originalsOf(dataDir, ref), ref.version);

export const versionOf = (original: string | Uint8Array): string =>
  createHash('sha256').update(original).digest('hex').slice(0, 8);

export const etagOf = (body: Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Stores an original and returns its reference. */
export async function storeImage(
  dataDir: string,
  { kind, id, version }: Pick<ImageRef, 'kind' | 'id'> & { version?: string },
  original: CleanBytes,
): Promise<ImageRef> {
  const ref = { kind, id, version: version ?? versionOf(original.bytes) };
  await replaceFile(originalOf(dataDir, ref), original.bytes);
  return ref;
}

/** In order. Versions of streams sort by time. */
export async function versionsOf(dataDir: string, ref: Pick<ImageRef, 'kind' | 'id'>): Promise<string[]> {
  const names = await readdir(originalsOf(dataDir, ref)).catch(() => []);
  return names.filter((name) => /^[a-z0-9]+$/.test(name)).sort();
}

/** Ids of the pictures of a kind that are stored here. */
export async function idsOf(dataDir: string, kind: ImageRef['kind']): Promise<number[]> {
  const names = await readdir(join(dataDir, 'images', kind)).catch(() => []);
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

/** The latest version, for a URL whose own version is gone. */
export async function latestOf(dataDir: string, ref: ImageRef): Promise<ImageRef | null> {
  const version = (await versionsOf(dataDir, ref)).at(-1);
  return version ? { ...ref, version } : null;
}

/** Deletes all versions except the given ones, and everything made from them. */
export async function forgetVersions(
  dataDir: string,
  { kind, id }: Pick<ImageRef, 'kind' | 'id'>,
  keep: (version: string) => boolean,
): Promise<void> {
  const folder = originalsOf(dataDir, { kind, id });
  for (const version of await readdir(folder).catch(() => [])) {
    if (keep(version)) continue;
    await rm(join(folder, version), { force: true });
    await rm(variantsOf(dataDir, { kind, id, version }), { recursive: true, force: true });
  }
}

/** 4:3. */
export const storePortrait = (dataDir: string, id: number, original: CleanBytes) =>
  storeImage(dataDir, { kind: imageKinds.portrait, id }, original);

/** Links a performer to another one's portrait and its variants. */
export async function sharePortrait(dataDir: string, id: number, as: ImageRef): Promise<void> {
  await symlink(String(as.id), originalsOf(dataDir, { ...as, id })).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
