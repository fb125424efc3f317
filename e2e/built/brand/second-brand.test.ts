import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AnyEndpoint, type InputOf, pathOf } from '#contract/endpoint.ts';
import { localePath, locales } from '#contract/locales.ts';
import { logIn, register } from '#contract/member/account/account-calls.ts';
import { beginPasskey } from '#contract/member/passkey-calls.ts';
import { forgotPassword } from '#contract/member/settings/password-calls.ts';
import { listPurchases, receiptFile } from '#contract/wallet/receipts-calls.ts';
import { makeSecondBrand } from '../../support/builds/second-brand.ts';
import { createOwnProduct, type OwnProduct } from '../../support/product.ts';

// Builds and starts the repository with another brand (docs/rebrand.md) and searches it for the first one's name.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const firstName = /vonk/i;
const execute = promisify(execFile);

let second: Awaited<ReturnType<typeof makeSecondBrand>>;
let product: OwnProduct;
let cookie = '';

beforeAll(async () => {
  second = await makeSecondBrand();
  await execute(resolve('node_modules/node/bin/node'), ['scripts/build.mjs'], {
    cwd: second.folder,
    maxBuffer: 10_000_000,
  });
  product = await createOwnProduct({
    folder: second.folder,
    environment: { DEMO_CAST: 'false', IVR: 'sandbox' },
  });
  await product.start();
  cookie = (await send(logIn, { username: 'demo@example.com', password: 'Demo1234' })).headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
});
afterAll(async () => {
  await product?.remove();
  await second?.remove();
});

const ask = (path: string, init: RequestInit = {}): Promise<Response> => fetch(product.url + path, init);

const ownHeaders = () => ({ 'api-key': 'lumo-web-key', origin: product.url, cookie });

const send = <E extends AnyEndpoint>(call: E, input: InputOf<E>): Promise<Response> => {
  const headers = { ...ownHeaders(), 'content-type': 'application/json' };
  const body = call.method === 'GET' ? {} : { body: JSON.stringify(input) };
  return ask(pathOf(call), { method: call.method, headers, ...body });
};

/** Fails with the text around the first brand's name if it occurs. */
function expectNoFirstName(text: string, where: string): void {
  const at = text.search(firstName);
  expect(at < 0 ? '' : `${where}: ${text.slice(Math.max(0, at - 80), at + 80)}`).toBe('');
}

test('no built file contains the first brand’s name', async () => {
  const folder = join(second.folder, 'dist/client');
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.(?:js|css|html|svg|json|txt|webmanifest)$/.test(name),
  );
  expect(names.length).toBeGreaterThan(50);
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    expectNoFirstName(name, 'file');
    // The Dutch word for spark is a search word of an emoji.
    expectNoFirstName(text.replaceAll(/vonk(?=,vuur)/g, ''), name);
  }
});

test('no page of guests or members and no machine-readable file contains the first brand’s name', async () => {
  const guests = ['/', '/free', '/profile/Femke', '/stream/Femke', '/login', '/register', '/forgot-password'];
  const legal = ['/privacy', '/cookies', '/terms-conditions', '/no-such-page', '/payment'];
  const machines = [
    '/common/manifest.webmanifest',
    '/common/configuration.json',
    '/api/openapi.json',
    '/robots.txt',
    '/sitemap.xml',
    '/sw.js',
    '/offline.html',
    '/favicon.svg',
  ];
  const members = [
    '/',
    '/messenger',
    '/settings',
    '/settings/security',
    '/settings/purchases',
    '/favourites',
  ];
  const both = [...guests, ...legal].flatMap((path) => locales.map((locale) => localePath(locale, path)));
  for (const path of [...both, ...machines]) {
    const answer = await ask(path);
    expect(answer.status, path).toBeLessThan(500);
    expectNoFirstName([...answer.headers].join('\n') + (await answer.text()), path);
  }
  for (const path of members)
    expectNoFirstName(await (await ask(path, { headers: { cookie } })).text(), `${path} of a member`);
  const home = await (await ask('/')).text();
  expect(home).toMatch(/<title>[^<]*Lumo/);
  expect(home).toContain('lumo-web-key');
  expect(await (await ask('/common/manifest.webmanifest')).json()).toMatchObject({
    name: 'Lumo',
    theme_color: '#1144cc',
  });
  expect(await (await ask('/api/openapi.json')).json()).toMatchObject({ info: { title: 'Lumo' } });
});

test('cookies, passkeys and the start message use the second brand’s name', async () => {
  expect(cookie).toMatch(/^lumo_\w+=/);
  expectNoFirstName(cookie.replaceAll(/=[^;]*/g, ''), 'cookies');
  const challenge = await send(beginPasskey, { password: 'Demo1234' });
  expect(JSON.stringify(await challenge.json())).toContain('"name":"Lumo"');
  expect(product.output()).toContain('Lumo is ready on');
  expectNoFirstName(product.output().replaceAll(second.folder, ''), 'the greeting');
});

test('mails and the receipt are from the second brand', async () => {
  await send(register, { email: 'second@example.com', password: 'Plein-16', terms: true });
  await send(forgotPassword, { email: 'demo@example.com' });
  // Not those to operators, which the first brand wrote when the template was made.
  const mails = async () => {
    const all = (await (await ask('/dev/outbox.json')).json()) as { to: string }[];
    return all.filter(({ to }) => ['second@example.com', 'demo@example.com'].includes(to));
  };
  await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBeGreaterThan(1);
  expect(JSON.stringify(await mails())).toContain('Lumo');
  expectNoFirstName(JSON.stringify(await mails()), 'a mail');
  const bought = (await (await send(listPurchases, {})).json()) as { result: { receipt: string }[] };
  const [newest] = bought.result;
  const receipt = await ask(receiptFile(newest?.receipt ?? ''), { headers: ownHeaders() });
  expect(receipt.status).toBe(200);
  expect(receipt.headers.get('content-disposition')).toContain('lumo-');
  const text = textOfPdf(Buffer.from(await receipt.arrayBuffer()));
  expect(text).toContain('Lumo Media B.V.');
  expectNoFirstName(text, 'the receipt');
});

test('icons and shared pictures show the second mark', async () => {
  for (const name of ['/brand/icon-192.png', '/brand/icon-maskable-512.png', '/apple-touch-icon.png']) {
    const picture = sharp(Buffer.from(await (await ask(name)).arrayBuffer())).removeAlpha();
    const [red, green, blue] = await picture
      .extract({ left: 90, top: 90, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(red, name).toBe(0x11);
    expect(green, name).toBe(0x44);
    expect(blue, name).toBe(0xcc);
  }
  const home = await (await ask('/')).text();
  const shared = new URL(/property="og:image" content="([^"]+)"/.exec(home)?.[1] ?? '').pathname;
  expect((await ask(shared)).headers.get('content-type')).toBe('image/jpeg');
});

/** Returns the raw text of a PDF and the text of its pages. */
function textOfPdf(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const pages = [...raw.matchAll(/stream\n(?=x)/g)].map(({ index, 0: start }) => {
    const from = index + start.length;
    const page = inflateSync(pdf.subarray(from, raw.indexOf('endstream', from))).toString('latin1');
    const parts = page.match(/(?<=<)[0-9a-f]+(?=>)/g) ?? [];
    return parts.map((hex) => Buffer.from(hex, 'hex').toString('latin1')).join('');
  });
  return [raw, ...pages].join('\n');
}
