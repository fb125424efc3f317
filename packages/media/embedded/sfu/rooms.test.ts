import { afterEach, expect, test } from 'vitest';
import { collectPackets, createEncoder } from '../../testing/whip-client.ts';
import { openTestRoom, type TestRoom } from './testing.ts';

let room: TestRoom;
afterEach(() => room.close());

const fast = { connectMs: 400, silenceMs: 1000 };

test('counts packets in and out for the room and for each viewer', async () => {
  room = await openTestRoom();
  const { peer } = await room.publish();
  const anna = await room.view('anna');
  await room.view('bert');
  const packets = collectPackets(anna.peer);
  const encoder = createEncoder(peer);
  for (let count = 0; count < 10; count += 1) encoder.send();
  await room.until(() => packets.length === 10);
  expect(room.sfu.room('lounge')).toMatchObject({
    publishing: true,
    viewers: 2,
    packetsIn: 10,
    packetsOut: 20,
  });
  expect(room.sfu.viewer('anna')).toMatchObject({ packetsOut: 10, connected: true });
  expect(Date.now() - (room.sfu.viewer('anna')?.lastMediaAt ?? 0)).toBeLessThan(2000);
  expect(room.sfu.stats()).toMatchObject({
    rooms: 1,
    publishers: 1,
    viewers: 2,
    packetsIn: 10,
    packetsOut: 20,
  });
});

test('continues a viewer’s delivery counters after a reconnect', async () => {
  room = await openTestRoom();
  const { peer } = await room.publish();
  const encoder = createEncoder(peer);
  const first = collectPackets((await room.view('anna')).peer);
  for (let count = 0; count < 5; count += 1) encoder.send();
  await room.until(() => first.length === 5);
  const second = collectPackets((await room.view('anna')).peer);
  for (let count = 0; count < 5; count += 1) encoder.send();
  await room.until(() => second.length === 5);
  expect(room.sfu.viewer('anna')?.packetsOut).toBe(10);
});

test('returns null for a viewer that never connected', async () => {
  room = await openTestRoom();
  expect(room.sfu.viewer('nobody')).toBeNull();
  expect(room.sfu.room('lounge')).toEqual({
    publishing: false,
    viewers: 0,
    packetsIn: 0,
    packetsOut: 0,
    lastMediaAt: null,
    received: null,
    refusedAt: null,
  });
});

test('a second publisher replaces the first, whose packets no longer reach the room', async () => {
  room = await openTestRoom();
  const first = await room.publish({ token: 'publish:camera' });
  const second = await room.publish({ token: 'publish:camera' });
  createEncoder(first.peer).send();
  // Sent later, one after the other.
  const encoder = createEncoder(second.peer);
  for (let count = 1; count <= 3; count += 1) {
    encoder.send();
    await room.until(() => room.sfu.room('lounge').packetsIn >= count);
  }
  expect(room.sfu.room('lounge').packetsIn).toBe(3);
  expect((await room.request(first.location, { method: 'DELETE', token: 'publish:camera' })).status).toBe(
    200,
  );
  expect(room.sfu.room('lounge').publishing).toBe(true);
});

test('a replaced publisher does not return until the room is free', async () => {
  room = await openTestRoom();
  await room.publish({ token: 'publish:encoder' });
  const page = await room.publish({ token: 'publish:page' });
  expect(room.sfu.room('lounge').refusedAt).toBeNull();
  await expect(room.publish({ token: 'publish:encoder' })).rejects.toThrow(/^409 .*urn:x-media:replaced/);
  expect(room.sfu.room('lounge').refusedAt).not.toBeNull();
  const reconnected = await room.publish({ token: 'publish:page' });
  await room.request(page.location, { method: 'DELETE', token: 'publish:page' });
  await expect(room.publish({ token: 'publish:encoder' })).rejects.toThrow(/^409/);
  await room.request(reconnected.location, { method: 'DELETE', token: 'publish:page' });
  await room.publish({ token: 'publish:encoder' });
});

test('a room goes up once and down once, whatever its encoder does in between', async () => {
  const seen: boolean[] = [];
  room = await openTestRoom({ onPublisher: (_name, up) => seen.push(up) });
  await room.publish();
  const { location } = await room.publish();
  expect(seen).toEqual([true]);
  await room.request(location, { method: 'DELETE', token: 'publish:camera' });
  expect(seen).toEqual([true, false]);
});

test('a dropped viewer receives nothing more, and the others continue', async () => {
  room = await openTestRoom();
  const { peer } = await room.publish();
  const anna = collectPackets((await room.view('anna')).peer);
  const bert = collectPackets((await room.view('bert')).peer);
  expect(room.sfu.drop('anna')).toBe(true);
  expect(room.sfu.drop('anna')).toBe(false);
  createEncoder(peer).send();
  await room.until(() => bert.length === 1);
  expect(anna).toHaveLength(0);
  // A viewer without any packet is forgotten within a second.
  expect(room.sfu.viewer('anna')?.connected ?? false).toBe(false);
});

test('closing a room ends its publisher and its viewers', async () => {
  room = await openTestRoom();
  await room.publish();
  await room.view('anna');
  room.sfu.closeRoom('lounge');
  expect(room.sfu.stats()).toMatchObject({ rooms: 0, publishers: 0, viewers: 0 });
});

test('removes a peer that never connects', async () => {
  room = await openTestRoom({ limits: fast });
  const { offer, close } = await room.stranger('sendonly');
  expect((await room.request('/media/whip/lounge', { token: 'publish:camera', body: offer })).status).toBe(
    201,
  );
  expect(room.sfu.stats().rooms).toBe(1);
  await room.until(() => room.sfu.stats().rooms === 0);
  await close();
});

test('removes a viewer that falls silent', async () => {
  const ended: unknown[] = [];
  room = await openTestRoom({
    limits: fast,
    log: (event, { reason, right }) => event === 'media.session.ended' && ended.push([right, reason]),
  });
  const publisher = await room.publish();
  const { peer } = await room.view('anna');
  const encoder = createEncoder(publisher.peer);
  for (const transport of peer.pc.dtlsTransports) await transport.iceTransport.connection.close();
  await room.until(() => {
    encoder.send();
    return room.sfu.room('lounge').viewers === 0;
  });
  expect(ended).toContainEqual(['view', 'silent']);
});

test('removes a publisher that falls silent and takes the room down', async () => {
  const seen: boolean[] = [];
  room = await openTestRoom({ limits: fast, onPublisher: (_name, up) => seen.push(up) });
  const { peer } = await room.publish();
  for (const transport of peer.pc.dtlsTransports) await transport.iceTransport.connection.close();
  await room.until(() => seen.length === 2);
  expect(seen).toEqual([true, false]);
});
