import sharp from 'sharp';
import { expect, test } from 'vitest';
import { locales } from '#contract/locales.ts';
import { configurationSchema } from '#contract/site/configuration.ts';
import { ask, configured, origin, read } from '../../support/visitor.ts';

const where = '/common/configuration.json';

test('P3.28 P7.40 serves the site’s identity, features and service URLs without a key', async () => {
  const answer = await ask(where);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
  const configuration = configurationSchema.parse(await answer.json());
  expect(configuration).toMatchObject({
    brand: { name: 'Vonk', affiliateCode: '61' },
    features: { categories: true, safe: false },
    locales: { default: 'nl', all: [...locales] },
    welcomeCredits: 120,
    logLevel: 'WARN',
  });
  for (const image of [...Object.values(configuration.images.headers), configuration.images.profile]) {
    const file = await ask(new URL(image).pathname);
    expect(file.status, image).toBe(200);
    expect(file.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
  }
  expect(Object.keys(configuration.images.headers)).toEqual(['default', 'valentine']);
  const at = (address: string) => new URL(new URL(address).pathname, origin);
  const list = new URL(`${at(configuration.services.engine)}/performers?filter[page]=1`);
  expect((await fetch(list)).status).toBe(401);
  const headers = { 'api-key': configuration.keys['api-key'] };
  expect((await fetch(`${at(configuration.services.engine)}/featured/categories`, { headers })).status).toBe(
    200,
  );
  expect((await fetch(`${at(configuration.services.socket)}/?EIO=4&transport=polling`)).status).toBe(200);
});

test('P9.16 pages have the same browser log level, including guests’ cached pages', async () => {
  for (const path of ['/', '/', '/en/free', '/login', '/privacy', '/no-such-page'])
    expect((await (await ask(path)).text()).match(/ data-log-level="(\d)"/)?.[1], path).toBe('1');
  expect(await read(`${configured}/`)).toContain(' data-log-level="3"');
  expect(await (await ask(configured + where)).json()).toMatchObject({ logLevel: 'DEBUG' });
});

test('the configuration matches its schema exactly and is documented with the calls', async () => {
  const configuration = (await (await ask(where)).json()) as object;
  expect(configurationSchema.safeParse(configuration).success).toBe(true);
  expect(JSON.stringify(configuration)).not.toMatch(/secret|token|password|smtp|postgres|redis/i);
  const document = JSON.parse(await read('/api/openapi.json'));
  const operation = document.paths[where].get;
  expect(operation.security).toEqual([]);
  const schema = operation.responses['200'].content['application/json'].schema;
  expect(schema.required.toSorted()).toEqual(Object.keys(configuration).toSorted());
});

test('the manifest makes the site installable with notifications', async () => {
  const answer = await ask('/common/manifest.webmanifest');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/manifest+json');
  const manifest = (await answer.json()) as {
    icons: { src: string; type: string; sizes: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Vonk', start_url: '/', scope: '/', display: 'standalone' });
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await ask(src);
    expect(icon.status, src).toBe(200);
    expect(icon.headers.get('content-type')?.split(';')[0], src).toEqual(type);
    const drawn = sharp(Buffer.from(await icon.arrayBuffer()));
    const { format, width, height } = await drawn.metadata();
    if (sizes !== 'any')
      expect({ format, sizes: `${width}x${height}` }, src).toEqual({ format: 'png', sizes });
  }
  const kinds = manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`);
  for (const kind of ['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512'])
    expect(kinds).toContain(kind);
});

test('a maskable icon fills its square with the brand’s colour', async () => {
  for (const [path, size] of [
    ['/apple-touch-icon.png', 180],
    ['/brand/icon-maskable-192.png', 192],
    ['/brand/icon-maskable-512.png', 512],
  ] as const) {
    const answer = await ask(path);
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get('content-type'), path).toBe('image/png');
    const picture = sharp(Buffer.from(await answer.arrayBuffer()));
    expect(await picture.metadata(), path).toMatchObject({ width: size, height: size });
    const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const dot = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)];
    const end = size - 1;
    for (const [x, y] of [
      [0, 0],
      [end, 0],
      [0, end],
      [end, end],
    ] as const)
      expect(dot(x, y), path).toEqual([0xc9, 0x34, 0x1e, 0xff]);
    const middle = Math.round(size / 2);
    expect(dot(middle, middle), path).toEqual([0xff, 0xff, 0xff, 0xff]);
  }
});
