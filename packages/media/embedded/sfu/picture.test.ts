import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { Vp8Packetizer } from 'werift';
import { createEncoder } from '../../testing/whip-client.ts';
import { openTestRoom, type TestRoom } from './testing.ts';

let room: TestRoom;
afterEach(() => room.close());

/** A key frame small enough for one packet. */
async function keyFramePayload(): Promise<Buffer> {
  const create = { width: 32, height: 24, channels: 3 as const, background: '#225588' };
  const webp = await sharp({ create }).webp({ quality: 40 }).toBuffer();
  const [packet] = new Vp8Packetizer({ maxPayloadSize: 1160 }).packetize(
    Buffer.from(webp.subarray(20, 20 + webp.readUInt32LE(16))),
    0,
  );
  return packet?.payload ?? Buffer.alloc(0);
}

test('returns a room’s picture and requests a key frame for it', async () => {
  room = await openTestRoom();
  const { peer } = await room.publish();
  let requests = 0;
  peer.video?.sender.onPictureLossIndication.subscribe(() => {
    requests += 1;
  });
  const encoder = createEncoder(peer);
  await room.until(() => {
    encoder.send();
    return room.sfu.room('lounge').packetsIn > 0;
  });
  const before = requests;
  let picture: Buffer | null | undefined;
  void room.sfu.picture('lounge', 'large').then((taken) => {
    picture = taken;
  });
  await room.until(() => {
    encoder.send();
    return requests > before;
  });
  const payload = await keyFramePayload();
  await room.until(() => {
    encoder.send('video', payload);
    return picture !== undefined;
  });
  expect(await sharp(picture ?? Buffer.alloc(0)).metadata()).toMatchObject({ width: 32, height: 24 });
});

test('returns null for a room without an encoder or with an unreadable codec', async () => {
  room = await openTestRoom();
  expect(await room.sfu.picture('lounge', 'large')).toBeNull();
  await room.publish({ codec: 'H264' });
  expect(await room.sfu.picture('lounge', 'large')).toBeNull();
});

test('resolves at once when the encoder leaves before it answers', async () => {
  room = await openTestRoom();
  await room.publish();
  await room.until(() => room.sfu.room('lounge').publishing);
  const picture = room.sfu.picture('lounge', 'large');
  room.sfu.closeRoom('lounge');
  expect(await picture).toBeNull();
});
