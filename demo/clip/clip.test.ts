import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPacketInfo } from 'libopus-wasm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { liveCast } from '#demo/cast.ts';
import { type Clip, openClip, readFrames, writeFrames } from './clip.ts';
import { letter } from './lettering.ts';
import { CLIP_HEIGHT, CLIP_WIDTH, makeScene } from './scene.ts';
import { keyFrameOf, keyFrameSize } from './vp8.ts';

const [femke] = liveCast;
if (!femke) throw new Error('The live cast is empty');
const performer = { ...femke.traits, username: femke.username };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clip-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Decodes a VP8 key frame to a picture. */
function picture(frame: Buffer) {
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + frame.length + (frame.length % 2), 4);
  head.write('WEBPVP8 ', 8, 'latin1');
  head.writeUInt32LE(frame.length, 16);
  return sharp(Buffer.concat([head, frame, Buffer.alloc(frame.length % 2)])).removeAlpha();
}

/** Requests frames like a broadcaster until this one is drawn. */
const waitForFrame = (clip: Clip, index: number): Promise<Buffer> =>
  vi.waitUntil(
    () => {
      clip.frameAt(index - 2);
      return clip.frameAt(index);
    },
    { timeout: 10_000, interval: 20 },
  );

describe('the picture of a clip', () => {
  it('is a VP8 key frame of the clip’s size, small enough for 700 kbit/s', async () => {
    const frame = await (await makeScene(performer)).render(427);
    expect(keyFrameSize(frame)).toEqual({ width: CLIP_WIDTH, height: CLIP_HEIGHT });
    expect((await picture(frame).metadata()).width).toBe(CLIP_WIDTH);
    expect(frame.length).toBeLessThan(8750);
  });

  it('shows another time in every frame, and the same picture after a whole loop', async () => {
    const scene = await makeScene(performer);
    const clock = { left: 366, top: 305, width: 114, height: 38 };
    const shown = async (index: number) =>
      (
        await picture(await scene.render(index))
          .extract(clock)
          .raw()
          .toBuffer()
      ).toString('base64');
    expect(new Set(await Promise.all([0, 1, 2, 10, 100].map(shown))).size).toBe(5);
    expect(await scene.render(3)).toEqual(await scene.render(3));
  });

  it('has a glyph for every character of a username', () => {
    for (const char of 'abcdefghijklmnopqrstuvwxyz0123456789_-') {
      expect(letter(char, 10).markup).toContain('<path');
    }
    expect(letter('AB', 20).width).toBeCloseTo(2 * letter('AB', 10).width);
  });

  it('refuses a file without a lossy picture', async () => {
    const blank = sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } });
    const lossless = await blank.webp({ lossless: true }).toBuffer();
    expect(() => keyFrameOf(lossless)).toThrow('no lossy picture');
    expect(() => keyFrameOf(Buffer.from('a plain text file'))).toThrow('Not a WebP file');
    expect(keyFrameSize(Buffer.from([1, 2, 3]))).toBeNull();
  });
});

describe('a clip', { timeout: 30_000 }, () => {
  it('draws a frame shortly before it is needed and finds it on disk the next time', async () => {
    const first = await openClip(performer, folder);
    expect(first.frameAt(10)).toBeNull();
    const drawn = await waitForFrame(first, 12);
    await first.close();
    const second = await openClip(performer, folder);
    expect(second.frameAt(12)?.equals(drawn)).toBe(true);
    await second.close();
  });

  it('draws only every second frame of a new clip, so that other work gets the CPU', async () => {
    const fresh = await openClip({ ...performer, username: 'Fresh' }, folder);
    await waitForFrame(fresh, 22);
    fresh.frameAt(19);
    fresh.frameAt(21);
    await waitForFrame(fresh, 24);
    expect([21, 23].map((index) => fresh.frameAt(index))).toEqual([null, null]);
    await fresh.close();
  });

  it('leaves another performer’s frames unchanged', async () => {
    const other = await openClip({ ...performer, username: 'Somebody' }, folder);
    expect(other.frameAt(12)).toBeNull();
    await other.close();
  });

  it('has sound in stereo Opus packets of 20 ms, different for each performer', async () => {
    const { sound, close } = await openClip(performer, folder);
    for (const packet of sound)
      expect(await getPacketInfo(packet)).toMatchObject({ durationMs: 20, channels: 2 });
    expect(new Set(sound.map((packet) => Buffer.from(packet).toString('hex'))).size).toBeGreaterThan(
      sound.length / 2,
    );
    await close();
  });
});

describe('the frames on disk', () => {
  it('keep missing frames, and leave no partial file behind', async () => {
    const file = join(folder, 'holes.vp8');
    await writeFrames(file, [Buffer.from('one'), undefined, Buffer.from('three')]);
    expect((await readFrames(file, 4)).map((frame) => frame?.toString())).toEqual([
      'one',
      undefined,
      'three',
      undefined,
    ]);
    expect((await readdir(folder)).filter((name) => !name.endsWith('.vp8'))).toEqual([]);
  });

  it('are an empty loop if the file is missing or truncated', async () => {
    const file = join(folder, 'cut.vp8');
    await writeFrames(file, [Buffer.from('one')]);
    const { truncate } = await import('node:fs/promises');
    await truncate(file, 5);
    expect(await readFrames(file, 2)).toEqual([undefined, undefined]);
    expect(await readFrames(join(folder, 'none.vp8'), 1)).toEqual([undefined]);
  });
});
