import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { imageAt, imageWidths } from '#contract/image.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { fallbackImage, type ImageRef, imageKinds, imageUrl, readSigned } from './image-url.ts';
import { originalOf, storeImage, storePortrait } from './store.ts';
import { createVariants } from './variants.ts';

const drawing = (color = '#335577') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="${color}"/></svg>`;

const server = startTestApp({ withFolder: true });
const dataDir = () => server.deps.config.dataDir;
let portrait: ImageRef;
beforeAll(async () => {
  portrait = await storePortrait(dataDir(), 7, new CleanBytes(drawing()));
});

const urlOf = (ref: ImageRef) => imageUrl(server.deps.config.secret, ref);
const get = (path: string, headers: Record<string, string> = {}) => server.app.request(path, { headers });
const decoded = async (response: Response) => sharp(Buffer.from(await response.arrayBuffer())).metadata();
/** Requests a picture until its slow format is ready. */
const settled = (path: string): Promise<Response> =>
  vi.waitFor(
    async () => {
      const response = await get(path);
      expect(response.headers.get('cache-control'), path).toContain('immutable');
      return response;
    },
    { timeout: 10_000, interval: 25 },
  );

describe('a picture', () => {
  it.each(imageWidths)('P9.14 is served %d px wide and 4:3, cacheable forever', async (width) => {
    const response = await get(imageAt(urlOf(portrait), width));
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await decoded(response)).toMatchObject({ format: 'webp', width, height: width * 0.75 });
  });

  it('is answered with 304 if the browser has it', async () => {
    const path = imageAt(urlOf(portrait), 320);
    const etag = (await get(path)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await get(path, { 'if-none-match': `"other", ${etag}` });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toEqual(etag);
    expect(await again.text()).toBe('');
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('of an album keeps its aspect ratio and is never enlarged', async () => {
    const tall = await sharp({ create: { width: 500, height: 900, channels: 3, background: '#445566' } })
      .webp()
      .toBuffer();
    const ref = await storeImage(dataDir(), { kind: imageKinds.album, id: 3 }, new CleanBytes(tall));
    expect(await decoded(await get(imageAt(urlOf(ref), 320)))).toMatchObject({ width: 320, height: 576 });
    expect(await decoded(await get(imageAt(urlOf(ref), 1536)))).toMatchObject({ width: 500, height: 900 });
  });
});

describe('the AVIF of a picture', () => {
  it('is encoded in the background: until then WebP is served with a short cache time', async () => {
    const ref = await storePortrait(dataDir(), 8, new CleanBytes(drawing('#773355')));
    const path = imageAt(urlOf(ref), 640, 'avif');
    const first = await get(path);
    expect(first.headers.get('content-type')).toBe('image/webp');
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    const later = await settled(path);
    expect(later.headers.get('content-type')).toBe('image/avif');
    expect(await decoded(later)).toMatchObject({ width: 640, height: 480 });
  });

  it('is never encoded for a running stream, whose frames are replaced too soon', async () => {
    const variants = createVariants(dataDir());
    const ref = await storeImage(dataDir(), { kind: imageKinds.live, id: 8 }, new CleanBytes(drawing()));
    expect(await variants.serve(ref, 320, 'avif')).toMatchObject({ format: 'webp', final: false });
    await variants.settled();
    expect(await variants.serve(ref, 320, 'avif')).toMatchObject({ format: 'webp', final: false });
  });
});

describe('a URL', () => {
  const signed = () => urlOf(portrait).split('/')[2] ?? '';

  it.each([
    ['another width', () => `/images/${signed()}/321.webp`],
    ['a width written otherwise', () => `/images/${signed()}/0320.webp`],
    ['another format', () => `/images/${signed()}/320.png`],
    ['no signature', () => `/images/p7-${portrait.version}/320.webp`],
    ['another picture with this signature', () => `/images/${signed().replace('p7-', 'p8-')}/320.webp`],
    ['another version with this signature', () => `/images/${signed().replace(/-\w+\./, '-0.')}/320.webp`],
    ['a changed signature', () => `/images/${signed().replace(/.{2}$/, '__')}/320.webp`],
    ['a way out of the folder', () => `/images/p7-..%2f..%2fetc.${'a'.repeat(12)}/320.webp`],
  ])('with %s is not found', async (_, path) => {
    expect((await get(path())).status).toBe(404);
  });

  it('with a foreign signature is not parsed', () => {
    expect(readSigned(server.deps.config.secret, signed())).toEqual({ ref: portrait, isInHouse: false });
    expect(readSigned('another secret, as long as it has to be', signed())).toBeNull();
  });
});

describe('a missing picture', () => {
  it("is replaced by its owner's latest one, cached briefly", async () => {
    await storeImage(
      dataDir(),
      { kind: imageKinds.live, id: 9, version: 'b2' },
      new CleanBytes(drawing('#117711')),
    );
    const gone = await get(imageAt(urlOf({ kind: imageKinds.live, id: 9, version: 'a1' }), 320));
    const newest = await get(imageAt(urlOf({ kind: imageKinds.live, id: 9, version: 'b2' }), 320));
    expect(gone.headers.get('cache-control')).toBe('public, max-age=60');
    expect(gone.headers.get('etag')).toBe(newest.headers.get('etag'));
  });

  it('is replaced by the placeholder if its owner has none', async () => {
    const nobody = await get(imageAt(urlOf({ kind: imageKinds.portrait, id: 999, version: 'x' }), 400));
    const fallback = await get(imageAt(urlOf(fallbackImage), 400));
    expect(nobody.status).toBe(200);
    expect(nobody.headers.get('etag')).toBe(fallback.headers.get('etag'));
  });
});

it('P3.28 uses the brand’s placeholder, and a new one as soon as there is one', async () => {
  const colorOf = async (fill: string) => {
    const { body, final } = await createVariants(dataDir(), Buffer.from(drawing(fill))).serve(
      fallbackImage,
      320,
      'webp',
    );
    // Its URL has no version, so browsers revalidate it.
    expect(final).toBe(false);
    const { channels } = await sharp(body).stats();
    return channels.map(({ mean }) => Math.round(mean / 85));
  };
  expect(await colorOf('#ff0000')).toEqual([3, 0, 0]);
  expect(await colorOf('#0000ff')).toEqual([0, 0, 3]);
});

it('encodes a picture once for concurrent requests', async () => {
  const variants = createVariants(dataDir());
  const ref = await storePortrait(dataDir(), 11, new CleanBytes(drawing('#aa5511')));
  const answers = await Promise.all(Array.from({ length: 30 }, () => variants.serve(ref, 768, 'webp')));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});

it('refuses an original with too many pixels', async () => {
  const huge = await sharp({ create: { width: 5001, height: 5000, channels: 3, background: '#000000' } })
    .webp({ effort: 0, quality: 1 })
    .toBuffer();
  const ref = await storeImage(dataDir(), { kind: imageKinds.album, id: 12 }, new CleanBytes(huge));
  await expect(createVariants(dataDir()).serve(ref, 320, 'webp')).rejects.toThrow(/pixel limit/i);
});

it('never leaves a partial file', async () => {
  const folder = join(originalOf(dataDir(), portrait), '..');
  expect(await readdir(folder)).toEqual([portrait.version]);
});
