import sharp from 'sharp';
import { expect, it } from 'vitest';
import { Vp8Packetizer } from 'werift';
import { KeyFrameCatcher, pictureOfKeyFrame } from './vp8-picture.ts';

/** Encodes a picture whose frame needs several packets. */
async function makeFrame(width = 320, height = 240): Promise<Buffer> {
  const noise = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7919) % 251));
  const raw = { width, height, channels: 3 as const };
  const webp = await sharp(noise, { raw }).webp({ quality: 60 }).toBuffer();
  return Buffer.from(webp.subarray(20, 20 + webp.readUInt32LE(16)));
}

let index = 0;
function packetsOf(frame: Buffer, timestamp: number) {
  return new Vp8Packetizer({ maxPayloadSize: 1160 })
    .packetize(frame, timestamp)
    .map(({ header, payload }) => {
      index += 1;
      return { index, timestamp, marker: header.marker, payload };
    });
}

/** The same frame without its key frame flag. */
const between = (frame: Buffer) => Buffer.concat([Buffer.from([(frame[0] ?? 0) | 1]), frame.subarray(1)]);

const caught = (packets: ReturnType<typeof packetsOf>, catcher = new KeyFrameCatcher()) =>
  packets.map((packet) => catcher.take(packet)).filter((frame) => frame !== null);

it('assembles a key frame from packets in any order', async () => {
  const frame = await makeFrame();
  const packets = packetsOf(frame, 1000);
  expect(packets.length).toBeGreaterThan(3);
  expect(caught(packets)).toEqual([frame]);
  const [head, ...rest] = packetsOf(frame, 2000);
  expect(caught([...(head ? [head] : []), ...rest.reverse()])).toEqual([frame]);
});

it('waits for the next key frame after a lost packet and takes no other frame', async () => {
  const frame = await makeFrame();
  const catcher = new KeyFrameCatcher();
  const broken = packetsOf(frame, 1000).filter((_, at) => at !== 1);
  expect(caught(broken, catcher)).toEqual([]);
  expect(caught(packetsOf(between(frame), 4000), catcher)).toEqual([]);
  expect(caught(packetsOf(frame, 7000), catcher)).toEqual([frame]);
});

it('ignores invalid packets', () => {
  const catcher = new KeyFrameCatcher();
  for (const payload of [Buffer.alloc(0), Buffer.from([0x90]), Buffer.from('packet-7')]) {
    expect(catcher.take({ index: 1, timestamp: 1, marker: true, payload })).toBeNull();
  }
});

it('wraps a frame to a readable picture, also with an odd number of bytes', async () => {
  const frame = await makeFrame(64, 48);
  for (const bytes of [frame, Buffer.concat([frame, Buffer.alloc(1)])]) {
    expect(await sharp(pictureOfKeyFrame(bytes)).metadata()).toMatchObject({
      format: 'webp',
      width: 64,
      height: 48,
    });
  }
});
