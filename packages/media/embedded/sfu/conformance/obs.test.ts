import { afterEach, beforeEach, expect, test } from 'vitest';
import { broadcastLikeObs } from '../../../testing/clients/obs.ts';
import { collectPackets, createEncoder, createTestPeer } from '../../../testing/whip-client.ts';
import { until } from '../testing.ts';
import { type OurServer, openOurServer } from './our-server.ts';

let server: OurServer;
beforeEach(async () => {
  server = await openOurServer({ stillMs: 60_000, absentMs: 60_000 });
});
afterEach(() => server.close());

test('OBS publishes, has a viewer, and closes its connection before its DELETE', async () => {
  const broadcast = await broadcastLikeObs(server.whip, 'publish:lounge');
  const player = await createTestPeer({ direction: 'recvonly', codec: 'H264' });
  const answered = await fetch(server.whep, {
    method: 'POST',
    headers: { Authorization: 'Bearer view:lounge', 'Content-Type': 'application/sdp' },
    body: player.offer,
  });
  expect(answered.status).toBe(201);
  await player.accept(await answered.text());
  const packets = collectPackets(player);
  const encoder = createEncoder(broadcast.peer);
  await until(() => {
    encoder.send();
    return packets.length > 10;
  });
  await broadcast.stop();
  await until(() => !server.sfu.room('lounge').publishing);
  await player.close();
});

test('OBS takes over the room when it restarts while its old session is open', async () => {
  const old = await broadcastLikeObs(server.whip, 'publish:lounge');
  const next = await broadcastLikeObs(server.whip, 'publish:lounge');
  await until(() => server.sfu.room('lounge').publishing);
  expect(next.location).not.toBe(old.location);
  expect(server.sfu.stats().publishers).toBe(1);
  await old.stop();
  expect(server.sfu.room('lounge').publishing).toBe(true);
  await next.stop();
});

test('OBS with an invalid key is refused', async () => {
  await expect(broadcastLikeObs(server.whip, 'nobody')).rejects.toThrow('code 401');
});
