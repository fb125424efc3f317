import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES } from '#contract/image.ts';
import { listSnapshots, SNAPSHOTS_LIMIT } from '#contract/performers/directory/snapshots-calls.ts';
import { readProfile } from '#contract/performers/profile/profile-calls.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { storeStatus } from '#server/performers/profile/store-status.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { createSnapshotSweep, SNAPSHOT_EVERY_MS, sweepSnapshots } from './snapshots.ts';

const server = startTestApp({ withFolder: true });
let vera: TestPerformer;
beforeEach(async () => {
  server.clock.advance(3_600_000);
  vera = await aPerformer(server, onlineStatus.free);
});

const picture = (format: 'webp' | 'jpeg' | 'png', background = '#336699') =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
const folderOf = ({ id }: TestPerformer) => join(server.deps.config.dataDir, 'images', 'l', String(id));
const versionOf = async ({ id }: TestPerformer) =>
  (await performersFor(server.deps, inHouse).byId(id))?.snapshot ?? null;
const shows = async ({ id }: TestPerformer, bytes?: Buffer) =>
  void server.media.pictures.set(streamRoom(id), bytes ?? (await picture('webp')));

describe('a running stream', () => {
  it('gets a snapshot every 30 s, which its card shows', async () => {
    const sweep = createSnapshotSweep(server.deps);
    await shows(vera);
    await sweep();
    const first = await versionOf(vera);
    expect(first).not.toBeNull();
    server.clock.advance(SNAPSHOT_EVERY_MS - 1);
    await sweep();
    expect(await versionOf(vera)).toBe(first);
    server.clock.advance(1);
    await sweep();
    expect(await versionOf(vera)).not.toBe(first);
    const { snapshot } = await callApp(server, readProfile, { username: vera.username });
    const shown = await server.app.request(snapshot.url.replace('{w}', '320'));
    const { dominant } = await sharp(Buffer.from(await shown.arrayBuffer())).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);
  });

  it.each([
    ['in an exclusive show', onlineStatus.vip],
    ['having a break', onlineStatus.paused],
  ])('gets no snapshot while she is %s', async (_, status: OnlineStatus) => {
    await storeStatus(server.deps, vera.id, status);
    await shows(vera);
    await createSnapshotSweep(server.deps)();
    expect(await versionOf(vera)).toBeNull();
  });

  it('whose picture can’t be read does not block the others', async () => {
    const mila = await aPerformer(server, onlineStatus.online);
    await shows(vera, Buffer.from('no picture at all'));
    await shows(mila);
    await createSnapshotSweep(server.deps)();
    expect(await versionOf(vera)).toBeNull();
    expect((await versionOf(mila)) === null).toBe(false);
  });

  it('leaves no frame behind ten minutes after its end, and keeps the one on a card', async () => {
    const mila = await aPerformer(server, onlineStatus.online);
    await shows(vera);
    await shows(mila);
    await createSnapshotSweep(server.deps)();
    const { snapshot } = await callApp(server, readProfile, { username: vera.username });
    await storeStatus(server.deps, vera.id, onlineStatus.offline);
    await sweepSnapshots(server.deps);
    expect(await readdir(folderOf(vera))).toHaveLength(1);
    const frame = await server.app.request(snapshot.url.replace('{w}', '320'));
    expect(frame.headers.get('cache-control')).toContain('immutable');
    server.clock.advance(10 * 60_000);
    await sweepSnapshots(server.deps);
    expect(await readdir(folderOf(vera))).toEqual([]);
    expect(await readdir(folderOf(mila))).toHaveLength(1);
    const placeholder = await server.app.request(snapshot.url.replace('{w}', '320'));
    expect(placeholder.headers.get('cache-control')).not.toContain('immutable');
  });

  it('keeps only the versions that open pages may still request', async () => {
    const sweep = createSnapshotSweep(server.deps);
    await shows(vera);
    for (let minute = 0; minute < 15; minute += 1) {
      await sweep();
      await sweepSnapshots(server.deps);
      server.clock.advance(60_000);
    }
    expect((await readdir(folderOf(vera))).length).toBe(10);
  });

  describe('has a preview', () => {
    const preview = async (input: { nonNude?: boolean } = {}) =>
      (await callApp(server, listSnapshots, { user: vera.id, ...input })).result;
    async function broadcast(pictures: number): Promise<void> {
      const sweep = createSnapshotSweep(server.deps);
      await shows(vera);
      for (let taken = 0; taken < pictures; taken += 1) {
        await sweep();
        server.clock.advance(SNAPSHOT_EVERY_MS);
      }
    }

    it('of its newest pictures, oldest first, the last of which is on the card', async () => {
      await broadcast(SNAPSHOTS_LIMIT + 2);
      const urls = (await preview()).map(({ url }) => url);
      expect(urls).toEqual([...new Set(urls)].sort());
      expect(urls).toHaveLength(SNAPSHOTS_LIMIT);
      const { snapshot } = await callApp(server, readProfile, { username: vera.username });
      expect(urls.at(-1)).toBe(snapshot.url);
      expect((await server.app.request(urls[0]?.replace('{w}', '320') ?? '')).status).toBe(200);
    });

    it('for nobody while she is in an exclusive show, has a break, or is offline', async () => {
      await broadcast(2);
      for (const status of [onlineStatus.vip, onlineStatus.paused, onlineStatus.offline]) {
        await storeStatus(server.deps, vera.id, status);
        expect(await preview()).toEqual([]);
      }
    });

    it('only for visitors who may see her pictures', async () => {
      await broadcast(2);
      expect(await preview({ nonNude: true })).toEqual([]);
      expect((await callApp(server, listSnapshots, { user: 2_147_483_647 })).result).toEqual([]);
    });
  });
});

describe('a snapshot from the broadcaster', () => {
  const send = (token: string | null, body: Uint8Array<ArrayBuffer>) =>
    server.app.request('/api/studio/snapshot', {
      method: 'POST',
      body,
      headers: { 'api-key': server.deps.config.apiKey, ...(token && bearer(token)) },
    });
  const labelOf = async (answer: Response) => ((await answer.json()) as { label?: string }).label;
  const bytes = async (format: 'webp' | 'jpeg' | 'png') => Uint8Array.from(await picture(format));

  it("is shown on her card, without the camera's metadata", async () => {
    expect((await send(vera.token, await bytes('jpeg'))).status).toBe(200);
    expect(await versionOf(vera)).not.toBeNull();
  });

  it.each([
    ['in an exclusive show', onlineStatus.vip],
    ['having a break', onlineStatus.paused],
  ])('is not kept while she is %s', async (_, status: OnlineStatus) => {
    await storeStatus(server.deps, vera.id, status);
    expect((await send(vera.token, await bytes('jpeg'))).status).toBe(200);
    await storeStatus(server.deps, vera.id, onlineStatus.free);
    expect(await versionOf(vera)).toBeNull();
    expect((await readdir(folderOf(vera))).length).toBe(0);
  });

  it('is refused if it is not a JPEG, too large, or from an offline or another performer', async () => {
    expect(await labelOf(await send(vera.token, await bytes('png')))).toBe('badRequest.image.notAllowed');
    expect(await labelOf(await send(vera.token, new Uint8Array(MAX_IMAGE_BYTES + 1)))).toBe(
      'badRequest.tooLarge',
    );
    const gone = await aPerformer(server, onlineStatus.offline);
    expect(await labelOf(await send(gone.token, await bytes('jpeg')))).toBe('badRequest.performer.offline');
    for (const token of [null, (await aMember(server)).token]) {
      expect((await send(token, await bytes('jpeg'))).status).toBe(401);
    }
    expect(await versionOf(vera)).toBeNull();
  });
});
