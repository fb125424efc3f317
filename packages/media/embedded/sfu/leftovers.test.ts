import { afterEach, expect, test } from 'vitest';
import { createEncoder, hangUp, type TestPeer } from '../../testing/whip-client.ts';
import { openTestRoom, type TestRoom, type TestSession } from './testing.ts';

/** In ms; longer than anything is kept about a peer that left. */
const MUCH_LATER_MS = 11 * 60_000;

let room: TestRoom;
afterEach(() => room?.close());

/** Number of UDP sockets of this process, including the test peers'. */
const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'UDPWrap').length;

async function vanish({ pc }: TestPeer): Promise<void> {
  for (const { iceTransport } of pc.dtlsTransports) await iceTransport.connection.close();
  await pc.close();
}

test('closes all sockets and eventually forgets everything of peers that left in any way', async () => {
  const before = sockets();
  let ahead = 0;
  room = await openTestRoom({ now: () => Date.now() + ahead });
  const end = async ({ peer, location }: TestSession, token: string) => {
    expect((await room.request(location, { method: 'DELETE', token })).status).toBe(200);
    await peer.close();
  };
  const killed = await room.publish();
  await vanish(killed.peer);
  const publisher = await room.publish();
  const encoder = createEncoder(publisher.peer);
  await end(await room.view('deletes'), 'view:deletes');
  const leaver = await room.view('hangs-up');
  await hangUp(leaver.peer);
  await vanish(leaver.peer);
  const seeing = await room.view('vanishes');
  await room.until(() => {
    encoder.send();
    return (room.sfu.viewer('vanishes')?.packetsOut ?? 0) > 0;
  });
  await vanish(seeing.peer);
  const stranger = await room.stranger('recvonly');
  const answered = await room.request('/media/whep/lounge', {
    token: 'view:never-came',
    body: stranger.offer,
  });
  expect(answered.status).toBe(201);
  await stranger.close();
  await end(publisher, 'publish:camera');
  expect(room.sfu.stats()).toMatchObject({ rooms: 1 });
  expect(room.sfu.viewer('vanishes')).not.toBeNull();

  ahead += MUCH_LATER_MS;
  await room.until(() => room.sfu.stats().rooms === 0);
  ahead += MUCH_LATER_MS;
  await room.until(() => room.sfu.state().viewers.size === 0);
  await room.until(() => sockets() <= before);
});
