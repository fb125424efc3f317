import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHOTO_MAX_BYTES } from '#contract/messaging/photo-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { limitRules } from '#server/ports/limits.ts';
import { aMember, aPerformer, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { variantOf } from '#server/testing/test-app.ts';
import { photos } from '../tables.ts';
import { aJpeg, askUpload, bodyOf, upload } from './testing.ts';

const server = startTestApp({ withFolder: true });
let anna: TestMember;
beforeAll(async () => {
  anna = await aMember(server);
});

const filesIn = async (): Promise<string[]> => {
  const all = await readdir(join(server.deps.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** Files stored by `work`. */
async function storedBy(work: () => Promise<unknown>): Promise<Buffer[]> {
  const before = new Set(await filesIn().catch(() => []));
  await work();
  return Promise.all((await filesIn()).filter((file) => !before.has(file)).map((file) => readFile(file)));
}

async function refusalOf(body: Uint8Array, more: Parameters<typeof askUpload>[2] = {}): Promise<string> {
  const answer = await askUpload(server, anna, { body: bodyOf(body), ...more });
  const { label = 'taken' } = (await answer.json()) as { label?: string };
  return `${answer.status} ${label}`;
}

const NOT_ALLOWED = '400 badRequest.image.notAllowed';
const DAMAGED = '400 badRequest.image.damaged';
const TOO_BIG = '413 badRequest.image.tooBig';

describe('a photo is', () => {
  it('redrawn: upright, at most 1600 px, without metadata', async () => {
    const jpeg = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#a04' } })
      .jpeg()
      .withExif({ IFD0: { Make: 'SecretCamera', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const [stored] = await storedBy(async () => {
      expect(await upload(server, anna, jpeg)).toMatchObject({ width: 800, height: 1600 });
    });
    const { format, width, height, exif, icc, xmp, orientation } = await sharp(stored).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 800, height: 1600 });
    expect(exif).toBeUndefined();
    expect(icc).toBeUndefined();
    expect(xmp).toBeUndefined();
    expect(orientation).toBeUndefined();
    expect(stored?.includes('SecretCamera')).toBe(false);
  });

  it('scaled down from 64 megapixels, like the page does', async () => {
    const jpeg = await sharp({ create: { width: 6936, height: 9248, channels: 3, background: '#a04' } })
      .jpeg({ quality: 1, progressive: true })
      .toBuffer();
    expect(await upload(server, anna, jpeg)).toMatchObject({ width: 1200, height: 1600 });
  });

  it('not enlarged', async () => {
    expect(await upload(server, anna, await aJpeg({ width: 30, height: 20 }))).toMatchObject({
      width: 30,
      height: 20,
    });
  });

  it('named by the hash of the stored bytes, and stored once', async () => {
    const jpeg = await aJpeg();
    const stored = await storedBy(async () => {
      const first = await upload(server, anna, jpeg);
      const second = await upload(server, await aMember(server), jpeg);
      expect(first.photo).not.toBe(second.photo);
    });
    expect(stored).toHaveLength(1);
  });

  it('accepted as image/jpg in any case, too', async () => {
    expect(await refusalOf(await aJpeg(), { type: 'image/JPG' })).toBe('200 taken');
    expect(await refusalOf(await aJpeg(), { type: 'IMAGE/JPEG; charset=binary' })).toBe('200 taken');
  });

  it('accepted from a performer, too', async () => {
    expect(await upload(server, await aPerformer(server))).toMatchObject({ width: 64, height: 48 });
  });

  it('redrawn from a progressive, a grey and a CMYK picture', async () => {
    const grey = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#777' } })
      .greyscale()
      .jpeg({ progressive: true })
      .toBuffer();
    expect(await refusalOf(grey)).toBe('200 taken');
    const cmyk = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a37' } })
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    const [stored] = await storedBy(async () => expect(await refusalOf(cmyk)).toBe('200 taken'));
    expect((await sharp(stored).metadata()).space).toBe('srgb');
  });

  it('previewed in a few hundred characters that are part of the message', async () => {
    const { photo } = await upload(server, anna);
    const rows = await server.deps.db.select().from(photos);
    const preview = rows.find(({ id }) => id === photo)?.preview ?? '';
    expect(preview).toMatch(/^data:image\/webp;base64,/);
    expect(preview.length).toBeLessThan(600);
  });
});

describe('data hidden in a picture is not stored:', () => {
  const payloads = {
    html: Buffer.from('<html><script>alert("polyglot")</script></html>'),
    php: Buffer.from('<?php system($_GET["polyglot"]); ?>'),
    zip: Buffer.from(zipSync({ 'polyglot.txt': strToU8('polyglot') })),
  };
  it.each(Object.entries(payloads))('%s after its end', async (_, payload) => {
    const [stored] = await storedBy(async () =>
      expect(await refusalOf(Buffer.concat([await aJpeg(), payload]))).toBe('200 taken'),
    );
    expect(stored?.includes(payload)).toBe(false);
    expect(stored?.includes('polyglot')).toBe(false);
  });

  it.each(Object.entries(payloads))('%s in a comment at its start', async (_, payload) => {
    const jpeg = await aJpeg();
    const length = Buffer.alloc(2);
    length.writeUInt16BE(payload.length + 2);
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe]), length, payload]);
    const polyglot = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
    const [stored] = await storedBy(async () => expect(await refusalOf(polyglot)).toBe('200 taken'));
    expect(stored?.includes('polyglot')).toBe(false);
  });
});

describe('refuses', () => {
  const picture = () => sharp({ create: { width: 20, height: 20, channels: 3, background: '#123' } });

  it('P5.26 another kind of picture declared as a JPEG', async () => {
    const others = {
      png: await picture().png().toBuffer(),
      gif: await picture().gif().toBuffer(),
      webp: await picture().webp().toBuffer(),
      avif: await picture().avif().toBuffer(),
      tiff: await picture().tiff().toBuffer(),
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'),
      heic: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      text: Buffer.from('no picture at all'),
    };
    for (const [kind, bytes] of Object.entries(others))
      expect.soft(`${kind} ${await refusalOf(bytes)}`).toBe(`${kind} ${NOT_ALLOWED}`);
  });

  it('another picture with the first bytes of a JPEG', async () => {
    const png = await picture().png().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    for (const bytes of [png, svg])
      expect(await refusalOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), bytes]))).toBe(NOT_ALLOWED);
  });

  it('P5.26 another content type for any picture, before reading it', async () => {
    for (const type of ['image/png', 'text/html', 'application/octet-stream', 'multipart/form-data', ''])
      expect.soft(await refusalOf(await aJpeg(), { type })).toBe(NOT_ALLOWED);
  });

  it('an empty body', async () => {
    expect(await refusalOf(Buffer.alloc(0))).toBe(NOT_ALLOWED);
    const answer = await askUpload(server, anna, {});
    expect(answer.status).toBe(400);
  });

  it('a truncated picture, as damaged', async () => {
    const noise = Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * 2_654_435_761) % 251));
    const whole = await sharp(noise, { raw: { width: 200, height: 150, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect(await refusalOf(whole)).toBe('200 taken');
    const progressive = await sharp(whole).jpeg({ progressive: true }).toBuffer();
    for (const jpeg of [whole, progressive, await aJpeg()])
      for (const length of [jpeg.length - 1, jpeg.length - 2, Math.floor(jpeg.length / 2), 100, 4])
        expect.soft(`${length} ${await refusalOf(jpeg.subarray(0, length))}`).toBe(`${length} ${DAMAGED}`);
    expect(await refusalOf(whole.subarray(0, 3))).toBe(NOT_ALLOWED);
  });

  it.each([
    ['a little over 64 megapixels', 9300, 7000],
    ['as many as a header can tell', 65_500, 65_500],
  ])('a bomb: more pixels than are decoded, %s', async (_, width, height) => {
    const jpeg = await aJpeg();
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(height, frame + 5);
    jpeg.writeUInt16BE(width, frame + 7);
    expect(await refusalOf(jpeg)).toBe(TOO_BIG);
  });

  it('a bomb: a picture with endless scans', async () => {
    const jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#456' } })
      .jpeg({ progressive: true })
      .toBuffer();
    const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
    const scan = jpeg.subarray(last, -2);
    const bomb = Buffer.concat([jpeg.subarray(0, -2), ...Array(200).fill(scan), jpeg.subarray(-2)]);
    expect(await refusalOf(jpeg)).toBe('200 taken');
    expect(await refusalOf(bomb)).toBe(NOT_ALLOWED);
  });
});

describe('5,242,880 bytes are too many', () => {
  const padded = async (length: number) => {
    const jpeg = await aJpeg();
    return Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)]);
  };

  it('P5.27 and one less is not', async () => {
    expect(await refusalOf(await padded(PHOTO_MAX_BYTES))).toBe('200 taken');
    expect(await refusalOf(await padded(PHOTO_MAX_BYTES + 1))).toBe(TOO_BIG);
  });

  it('P5.27 by the declared length, before reading', async () => {
    expect(await refusalOf(await aJpeg(), { headers: { 'content-length': '5242880' } })).toBe(TOO_BIG);
  });

  it('whatever the declared length, without reading beyond the limit', async () => {
    let read = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const answer = await askUpload(server, anna, { body: endless, headers: { 'content-length': '100' } });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ label: 'badRequest.image.tooBig' });
    expect(read).toBeLessThan(PHOTO_MAX_BYTES + 5 * 65_536);
  });

  it('and an aborted upload stores nothing', async () => {
    const torn = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array([0xff, 0xd8, 0xff]));
      },
      pull(controller) {
        controller.error(new Error('the client has gone'));
      },
    });
    const stored = await storedBy(async () => {
      expect((await askUpload(server, anna, { body: torn })).status).toBe(400);
    });
    expect(stored).toEqual([]);
  });
});

describe('uploads are', () => {
  it('for members and performers, each at their own URL', async () => {
    const vera = await aPerformer(server);
    const body = bodyOf(await aJpeg());
    expect((await askUpload(server, null, { body })).status).toBe(401);
    const asMember = { ...vera, caller: anna.caller };
    expect((await askUpload(server, asMember, { body })).status).toBe(401);
    const asPerformer = { ...anna, caller: vera.caller };
    expect((await askUpload(server, asPerformer, { body })).status).toBe(401);
  });

  it('unavailable if the brand has no messenger', async () => {
    const without = variantOf(server, {
      brand: { ...server.deps.brand, hasFeature: (feature) => feature !== 'messenger' },
    });
    expect((await askUpload(without, anna, { body: bodyOf(await aJpeg()) })).status).toBe(404);
  });

  it('limited per minute; one more is refused before reading', async () => {
    const limited = variantOf(server, { limits: createLimits(null) });
    const bram = await aMember(server);
    const answers = await Promise.all(
      Array.from({ length: limitRules['photo-upload'].points }, () =>
        askUpload(limited, bram, { body: bodyOf(Buffer.from('x')) }),
      ),
    );
    expect(answers.map(({ status }) => status)).not.toContain(429);
    let read = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read += 1;
          controller.enqueue(new Uint8Array(1000));
        },
      },
      { highWaterMark: 0 },
    );
    const refused = await askUpload(limited, bram, { body });
    expect(refused.status).toBe(429);
    expect(read).toBe(0);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('drawn two at a time; the last of many get a retry time', async () => {
    const jpeg = await aJpeg({ width: 3000, height: 2000 });
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => askUpload(server, anna, { body: bodyOf(jpeg) })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const full = answers.find(({ status }) => status === 503);
    expect(full?.headers.get('retry-after')).toBe('5');
    // Afterwards there is room again.
    expect(await refusalOf(jpeg)).toBe('200 taken');
  });
});
