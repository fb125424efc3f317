import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { fakeStorage } from '#server/gateways/storage/fake-storage.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import { imageKinds } from './image-url.ts';
import { deleteOriginal, findOriginal, storageKeyOf } from './originals.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vonk-originals-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const ref = { kind: imageKinds.album, id: 7, version: 'abc' };

it('fetches an original of another machine once, and deletes its copy with it', async () => {
  const storage = fakeStorage();
  const deps = { config: readConfig({ DATA_DIR: dataDir }), storage };
  expect(await findOriginal(deps, ref)).toBeNull();
  await storage.put(storageKeyOf(ref), new CleanBytes('picture'));
  const [first, second] = await Promise.all([findOriginal(deps, ref), findOriginal(deps, ref)]);
  expect(String(await readFile(first ?? ''))).toBe('picture');
  await storage.delete(storageKeyOf(ref));
  expect(await findOriginal(deps, ref)).toBe(second);
  await deleteOriginal(deps, ref);
  expect(await findOriginal(deps, ref)).toBeNull();
});
