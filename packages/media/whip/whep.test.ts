import { afterEach, expect, test } from 'vitest';
import { openTestRoom, type TestRoom } from '../embedded/sfu/testing.ts';
import { collectPackets, createEncoder, createTestPeer } from '../testing/whip-client.ts';

const path = '/media/whep/lounge';
const token = 'view:anna';

let room: TestRoom;
afterEach(() => room.close());

async function postOffer(edit: (sdp: string) => string = (sdp) => sdp, codec: 'VP8' | 'H264' = 'VP8') {
  const player = await createTestPeer({ direction: 'recvonly', codec });
  const response = await room.request(path, { token, body: edit(player.offer) });
  await player.close();
  return response;
}

test('answers 409 with Retry-After for a room without a publisher', async () => {
  room = await openTestRoom();
  const response = await postOffer();
  expect(response.status).toBe(409);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('the answer is sendonly, with both kinds in one stream', async () => {
  room = await openTestRoom();
  await room.publish();
  const response = await postOffer();
  const answer = await response.text();
  expect(response.status).toBe(201);
  expect(answer.match(/a=sendonly/g)).toHaveLength(2);
  expect(new Set([...answer.matchAll(/a=msid:(\S+)/g)].map(([, stream]) => stream)).size).toBe(1);
});

test('the answer lists the publisher’s codec first, with the player’s payload type', async () => {
  room = await openTestRoom();
  await room.publish({ codec: 'H264' });
  const h264 = 'a=rtpmap:119 H264/90000\r\na=fmtp:119 packetization-mode=1;profile-level-id=42e01f\r\n';
  const response = await postOffer(
    (sdp) =>
      sdp.replace(/m=video 9 UDP\/TLS\/RTP\/SAVPF 97\r\n/, 'm=video 9 UDP/TLS/RTP/SAVPF 97 119\r\n') + h264,
  );
  expect(await response.text()).toMatch(/m=video 9 UDP\/TLS\/RTP\/SAVPF 119 97/);
});

test('names the room’s codec to a player that lacks it', async () => {
  room = await openTestRoom();
  await room.publish({ codec: 'H264' });
  const response = await postOffer();
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    type: 'urn:x-media:other-format',
    detail: 'The room sends H264, which the offer lacks',
  });
});

test.each([
  ['sends', (sdp: string) => sdp.replace(/recvonly/g, 'sendonly')],
  ['has no codec we know', (sdp: string) => sdp.replace('opus/', 'speex/')],
  ['would be answered without a picture', (sdp: string) => sdp.replace('m=video 9 ', 'm=video 0 ')],
])('refuses an offer that %s as a whole', async (_name, edit) => {
  room = await openTestRoom();
  await room.publish();
  expect((await postOffer(edit)).status).toBe(422);
});

test('answers 503 for a full room; a viewer that reconnects keeps its seat', async () => {
  room = await openTestRoom({ limits: { viewersPerRoom: 1 } });
  await room.publish();
  await room.view('anna');
  await expect(room.view('bert')).rejects.toThrow('503');
  await room.view('anna');
  expect(room.sfu.room('lounge').viewers).toBe(1);
});

test('refuses a publish token', async () => {
  room = await openTestRoom();
  await room.publish();
  const player = await createTestPeer({ direction: 'recvonly' });
  const response = await room.request(path, { token: 'publish:camera', body: player.offer });
  expect(response.status).toBe(403);
  await player.close();
});

test('opens no session if the token is revoked while the answer is created', async () => {
  let calls = 0;
  room = await openTestRoom({
    authorize: async (_token, _room, right) => {
      calls += right === 'view' ? 1 : 0;
      return calls < 2 ? { subject: 'somebody', expiresAt: Number.POSITIVE_INFINITY } : null;
    },
  });
  await room.publish();
  await expect(room.view('anna')).rejects.toThrow('401');
  expect(room.sfu.room('lounge').viewers).toBe(0);
});

test('ends the session of a viewer that did not negotiate the next encoder’s codec', async () => {
  room = await openTestRoom();
  await room.publish();
  await room.view('anna');
  const { peer } = await room.publish({ codec: 'H264' });
  createEncoder(peer).send();
  await room.until(() => room.sfu.room('lounge').viewers === 0);
  await expect(room.view('anna')).rejects.toThrow('422');
});

test('a viewer keeps receiving after an ICE restart', async () => {
  room = await openTestRoom();
  const { peer } = await room.publish();
  const viewer = await room.view('anna');
  const packets = collectPackets(viewer.peer);
  const { pc } = viewer.peer;
  pc.restartIce();
  await pc.setLocalDescription(await pc.createOffer());
  const response = await room.request(viewer.location, {
    method: 'PATCH',
    token,
    type: 'application/trickle-ice-sdpfrag',
    body: pc.localDescription?.sdp ?? '',
    headers: { 'If-Match': '*' },
  });
  expect(response.status).toBe(200);
  await pc.setRemoteDescription({ type: 'answer', sdp: renew(viewer.answer, await response.text()) });
  void pc.iceTransports[0]?.start();
  const encoder = createEncoder(peer);
  const before = packets.length;
  await room.until(() => {
    encoder.send();
    return packets.length > before + 5;
  });
});

/** The first answer with the restart's credentials and candidates. */
function renew(answer: string, fragment: string): string {
  const line = (name: string) => new RegExp(`a=${name}:.*`).exec(fragment)?.[0] ?? '';
  return answer
    .replace(/a=ice-ufrag:.*/g, line('ice-ufrag'))
    .replace(/a=ice-pwd:.*/g, line('ice-pwd'))
    .replace(/ ufrag \w+/g, '');
}
