import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CleanBytes, CleanPath } from '#server/ports/clean-file.ts';
import type { StorageGateway } from '#server/ports/gateways.ts';
import { createStorage } from '../open-gateways.ts';
import { fakeStorage } from './fake-storage.ts';
import { bytesOf, startS3 } from './testing.ts';

let dataDir: string;
let s3: Awaited<ReturnType<typeof startS3>>;
const opened: Partial<Record<'folder' | 's3' | 'fake', StorageGateway>> = { fake: fakeStorage() };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vonk-files-'));
  s3 = await startS3();
  opened.folder = await createStorage({ dataDir, storage: { kind: 'folder' } });
  opened.s3 = await createStorage({ dataDir, storage: s3.storage });
});
afterAll(async () => {
  await s3.close();
  await rm(dataDir, { recursive: true, force: true });
});

const KEY = 'photos/ab/abcdef.jpg';

describe.each(['folder', 's3', 'fake'] as const)('storage: %s', (kind) => {
  const storage = (): StorageGateway => opened[kind] as StorageGateway;

  it('returns the stored bytes', async () => {
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
    expect(await storage().has(KEY)).toBe(false);
    await storage().put(KEY, new CleanBytes(content));
    expect(await storage().has(KEY)).toBe(true);
    expect((await bytesOf(await storage().get(KEY)))?.equals(content)).toBe(true);
  });

  it('replaces an existing key', async () => {
    await storage().put('replaced', new CleanBytes(Buffer.from('first, and longer')));
    await storage().put('replaced', new CleanBytes(Buffer.from('second')));
    expect(String(await bytesOf(await storage().get('replaced')))).toBe('second');
  });

  it('takes over a local file, and has its path if it keeps files itself', async () => {
    const file = join(dataDir, `film-${kind}`);
    await writeFile(file, 'a film');
    await storage().put('films/1', new CleanPath(file));
    expect(String(await bytesOf(await storage().get('films/1')))).toBe('a film');
    const path = await storage().pathOf('films/1');
    expect(path === null ? null : String(await readFile(path))).toBe(kind === 'folder' ? 'a film' : null);
    expect(await storage().pathOf('films/2')).toBeNull();
  });

  it('returns null for an unknown key, and deletes nothing', async () => {
    expect(await storage().get('photos/not/there')).toBeNull();
    expect(await storage().get(`${KEY}/below`)).toBeNull();
    expect(await storage().has('photos/not/there')).toBe(false);
    expect(await storage().has('photos')).toBe(false);
    await storage().delete('photos/not/there');
  });

  it('returns null after deleting', async () => {
    await storage().put('gone', new CleanBytes(Buffer.from('soon')));
    await storage().put('stays', new CleanBytes(Buffer.from('here')));
    await storage().delete('gone');
    expect(await storage().has('gone')).toBe(false);
    expect(await storage().get('gone')).toBeNull();
    expect(await storage().has('stays')).toBe(true);
  });

  it('holds the complete content of one of several concurrent writers', async () => {
    const contents = Array.from({ length: 8 }, (_, at) => Buffer.alloc(50_000, at));
    await Promise.all(contents.map((content) => storage().put('shared', new CleanBytes(content))));
    const kept = await bytesOf(await storage().get('shared'));
    expect(contents.some((content) => kept?.equals(content))).toBe(true);
  });

  it('can be cancelled while it is read', async () => {
    await storage().put('long', new CleanBytes(Buffer.alloc(4_000_000, 'a')));
    const reader = (await storage().get('long'))?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    await reader?.cancel();
    expect((await bytesOf(await storage().get('long')))?.length).toBe(4_000_000);
  });

  it('refuses keys that leave the folder', async () => {
    for (const key of [
      '../out',
      'a/../../out',
      '/etc/passwd',
      '',
      'a//b',
      'a/./b',
      'a\\b',
      'a?b',
      'A',
      'a\0b',
      'a'.repeat(201),
    ]) {
      await expect(storage().put(key, new CleanBytes(Buffer.from('x')))).rejects.toThrow(
        'Invalid storage key',
      );
      await expect(storage().get(key)).rejects.toThrow('Invalid storage key');
      await expect(storage().has(key)).rejects.toThrow('Invalid storage key');
      await expect(storage().delete(key)).rejects.toThrow('Invalid storage key');
    }
  });
});

it('stores files below the data folder, readable by the owner only, without unfinished ones', async () => {
  await opened.folder?.put('photos/cd/private.jpg', new CleanBytes(Buffer.from('x')));
  const file = join(dataDir, 'files', 'photos', 'cd', 'private.jpg');
  expect((await stat(file)).mode & 0o077).toBe(0);
  const all = await readdir(join(dataDir, 'files'), { recursive: true });
  expect(all.filter((name) => name.includes('_'))).toEqual([]);
});

it("throws if the folder can't be written", async () => {
  const file = join(dataDir, 'a-file');
  await writeFile(file, '');
  const broken = await createStorage({ dataDir: file, storage: { kind: 'folder' } });
  await expect(broken.put('key', new CleanBytes(Buffer.from('x')))).rejects.toThrow(/ENOTDIR|EEXIST/);
});

it('throws for a wrong S3 key or bucket and for an unavailable server, and reports no missing file', async () => {
  const wrong = await createStorage({ dataDir, storage: { ...s3.storage, accessKeyId: 'wrong' } });
  await expect(wrong.has(KEY)).rejects.toThrow();
  await expect(wrong.get(KEY)).rejects.toThrow();
  const elsewhere = await createStorage({ dataDir, storage: { ...s3.storage, bucket: 'not-there' } });
  await expect(elsewhere.get(KEY)).rejects.toThrow();
  await expect(elsewhere.put(KEY, new CleanBytes(Buffer.from('x')))).rejects.toThrow();
  const away = await createStorage({ dataDir, storage: { ...s3.storage, endpoint: 'http://127.0.0.1:9' } });
  await expect(away.get(KEY)).rejects.toThrow();
  await expect(away.has(KEY)).rejects.toThrow();
});
