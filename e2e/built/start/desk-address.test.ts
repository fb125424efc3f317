import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { locales } from '#contract/locales.ts';
import { prices } from '#contract/wallet/prices.ts';
import { expectPrivate } from '../../support/html/route-table.ts';
import { validateHere } from '../../support/html/validate-html.ts';
import { newPerformer } from '../../support/operators.ts';
import { createOwnProduct, type OwnProduct } from '../../support/product.ts';
import { attributeOf, Visitor } from '../../support/visitor.ts';

const ADDRESS = 'dora@example.com';
let product: OwnProduct;
let desk = '';
/** While it exists, the database does not answer. */
const awayFile = join(tmpdir(), `vonk-away-${process.pid}`);
let cookie = '';
beforeAll(async () => {
  product = await createOwnProduct({
    ownDesk: true,
    environment: {
      DEMO_CAST: 'false',
      AWAY_FILE: awayFile,
      NODE_OPTIONS: ['with-away', 'with-broken-component']
        .map((name) => `--import ./e2e/support/started/${name}.mjs`)
        .join(' '),
    },
  });
  desk = product.deskUrl;
  const person = ['--email', ADDRESS, '--role', 'owner', '--language', 'en', '--reason', 'founder'];
  const output = await product.adminLines(
    ['operators', 'add', 'dora', ...person],
    ['operators', 'list'],
    newPerformer.line,
  );
  expect(output).toContain('Hillegonda is added.');
  expect(output).toContain('Added. A link goes out by mail.');
  expect(output).toMatch(/dora +owner +invited +dora@example.com/);
  await product.start();
});
afterAll(async () => {
  await rm(awayFile, { force: true });
  await product.remove();
});

const statusAt = async (url: string, init: RequestInit = {}) =>
  (await fetch(url, { redirect: 'manual', ...init })).status;
const key = { 'api-key': 'vonk-web' };

test('at the site’s address neither pages nor calls of the desk exist', async () => {
  for (const path of ['/desk', '/en/desk/login', '/de/desk/x', '/desk/logout', '/api/desk/account']) {
    expect(await statusAt(product.url + path, { headers: key }), path).toBe(404);
  }
  const login = { method: 'POST', headers: key, body: '{}' };
  expect(await statusAt(`${product.url}/api/desk/login`, login)).toBe(404);
  expect(await statusAt(`${product.url}/en`)).toBe(200);
});

test('at the desk’s address nothing else exists, and nothing is indexed', async () => {
  for (const path of [
    '/en',
    '/profile/Yara',
    '/login',
    '/studio',
    '/sitemap.xml',
    '/robots.txt',
    '/offline.html',
    '/api/engine/home',
    '/api/member/account',
    '/api/openapi.json',
    '/socket.io/',
    '/healthz',
    '/readyz',
    '/metrics',
    '/dev/outbox',
    '/common/configuration.json',
  ]) {
    expect(await statusAt(desk + path, { headers: key }), path).toBe(404);
  }
  const home = await fetch(`${desk}/`, { redirect: 'manual' });
  expect(home.headers.get('location')).toBe('/desk');
  expect(home.headers.get('x-robots-tag')).toBe('noindex');
  expect(await statusAt(`${desk}/api/desk/account`, { headers: key })).toBe(401);
  // Moderators watch streams here.
  expect(await statusAt(`${desk}/media/whep/stream-1`, { method: 'POST' })).not.toBe(404);
});

test('an operator sets up the access, and works, at the desk’s address', async () => {
  const mails = z.array(z.object({ to: z.string(), text: z.string() }));
  const linked = async () => {
    const all = mails.parse(await (await fetch(`${product.url}/dev/outbox.json`)).json());
    return all.find(({ to }) => to === ADDRESS)?.text.match(/http\S+/)?.[0];
  };
  await expect.poll(linked).toBeDefined();
  const link = (await linked()) ?? '';
  expect(link.startsWith(`${desk}/en/desk/link?key=`)).toBe(true);
  const here = await new Visitor({}, desk).open(link.slice(desk.length));
  const hrefs = here.all('main a').map((anchor) => attributeOf(anchor, 'href'));
  const app = URI.parse(hrefs.find((href) => href.startsWith('otpauth:')) ?? '');
  const password = 'verwegvanzee7';
  await here.send(here.find('main form button', 'Save and log in'), {
    newPassword: password,
    repeatNewPassword: password,
    code: app.generate(),
  });
  expect(here.address).toBe('/en/desk');
  const style = attributeOf(here.find('link[rel="stylesheet"]', ''), 'href');
  expect(await statusAt(desk + style)).toBe(200);
  cookie = here.cookieHeader();
});

test('a category and a promotion are previewed, and nothing is stored', async () => {
  const here = new Visitor({}, desk);
  for (const pair of cookie.split('; '))
    here.cookies.set(pair.split('=')[0] ?? '', pair.replace(/^[^=]*=/, ''));
  await here.open('/en/desk/content');
  here.find('th a', '/art');
  here.find('th', 'new-year');
  const send = async (fields: Readonly<Record<string, string | File>>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const headers = { cookie, origin: desk };
    const init = { method: 'POST', body, headers, redirect: 'manual' } as const;
    const answer = await fetch(`${desk}/en/desk/content`, init);
    const html = await answer.text();
    if (answer.ok) expect.soft(await validateHere({ url: '/en/desk/content', html })).toEqual([]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return { answer, html };
  };
  const art = await readFile('src/content/categories/art/en.md', 'utf8');
  const titled = (title: string) => art.replace(/^title: .*$/m, `title: ${title}`);
  const file = (text: string | Buffer) => new File([new Uint8Array(Buffer.from(text))], 'en.md');
  const category = await send({
    act: 'category',
    name: 'art',
    'en-file': file(titled('Art & pens for {{minute}} credits')),
  });
  expect(category.html).toContain('No mistakes found.');
  expect(category.html).toContain(`Art &amp; pens for ${prices.chatMinute} credits</h2>`);
  expect(category.html).toContain('id="en-panel-2"');
  const tag = await send({ act: 'category', name: 'art', 'en-file': file(titled('Art <script>')) });
  expect(tag.html).toContain('title: “&lt;script&gt;” is a tag');
  expect(tag.html).toContain('Art &lt;script&gt;</h2>');
  const latin = await send({ act: 'category', name: 'art', 'en-file': file(Buffer.from(art, 'utf16le')) });
  expect(latin.html).toMatch(/categories\/art\/en\.md: the file is not UTF-8/);
  const large = await send({ act: 'category', name: 'art', 'en-file': file('x'.repeat(2_000_000)) });
  expect(large.answer.status).toBe(303);
  await here.open(large.answer.headers.get('location') ?? '');
  here.find('[role="alert"]', /larger than 64 kB/);
  const banner = await readFile('src/content/promotions/new-cams.json', 'utf8');
  const words = { act: 'promotion', name: 'new-cams', promotion: banner.replace('New this week', 'Newest') };
  const promotion = await send(words);
  expect(promotion.html.match(/\/promotions\/new-cams-desktop\.svg" width/g)).toHaveLength(locales.length);
  expect(promotion.html).toContain('words.en.title');
  expect(await statusAt(`${desk}/promotions/new-cams-desktop.svg`)).toBe(200);
  for (const other of ['new-year', 'welcome', 'grid-amber']) {
    const text = await readFile(`src/content/promotions/${other}.json`, 'utf8');
    const { html } = await send({ act: 'promotion', name: other, promotion: text });
    expect(html).toContain('There is no difference.');
  }
  const theme = await send({
    act: 'promotion',
    name: 'easter',
    promotion: '{"placement":"theme","season":"easter"}',
  });
  expect(theme.html).toContain('data-season="easter"');
  expect(await (await fetch(`${product.url}/en/art`)).text()).not.toContain('Art &lt;script&gt;');
  for (const path of ['/desk/content', '/en/desk/content?refused=large', '/de/desk/content'])
    await expectPrivate({ site: desk, path, cookie });
});

/** Returns the product's log lines about a page. */
const logged = (path: string): unknown[] =>
  product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as { url?: string })
    .filter(({ url }) => url === path);

test('P2.81 P2.83 a page whose component throws answers 500, is logged with its URL, and the process continues', async () => {
  for (const path of ['/profile/Femke', '/en/profile/Femke']) {
    const answer = await fetch(product.url + path);
    expect(answer.status, path).toBe(500);
    const text = await answer.text();
    expect(text).toMatch(/<h1[^>]*>(500|Er ging iets mis|Something went wrong)</);
    expect(text).toContain('</html>');
    await expect
      .poll(() => logged(path)[0])
      .toMatchObject({
        msg: 'A page failed',
        err: { message: 'the gallery broke' },
        requestId: expect.any(String),
      });
  }
  expect((await fetch(`${product.url}/free`)).status).toBe(200);
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
});

describe('while the database is away', () => {
  beforeAll(() => writeFile(awayFile, ''));
  afterAll(() => rm(awayFile));
  const open = async (path: string, typed?: Record<string, string>) => {
    const form = typed && { method: 'POST', body: new URLSearchParams(typed) };
    const answer = await fetch(desk + path, {
      headers: { cookie, origin: desk },
      redirect: 'manual',
      ...form,
    });
    return { status: answer.status, html: await answer.text() };
  };

  test.each([
    '/en/desk',
    '/en/desk/members/2',
    '/en/desk/reports',
    '/en/desk/books',
    '/en/desk/house',
    '/en/desk/content',
    '/en/desk/today',
    '/en/desk/account',
  ])('%s says so, in words', async (path) => {
    const { status, html } = await open(path);
    expect(status).toBe(503);
    expect(html).toContain('The database does not answer right now');
    expect(await validateHere({ url: path, html })).toEqual([]);
  });

  test('an act keeps what was typed, to be sent again', async () => {
    const typed = { act: 'credit', of: '2', credits: '25', reason: 'the "picture" froze' };
    const { status, html } = await open('/en/desk/members/2', typed);
    expect(status).toBe(503);
    expect(html).toContain('Your form is kept');
    expect(html).toContain('action="/en/desk/members/2"');
    for (const name of Object.keys(typed)) expect(html).toContain(`name="${name}"`);
    expect(await validateHere({ url: '/en/desk/members/2', html })).toEqual([]);
  });

  test('a login says so, and never shows a password again', async () => {
    const typed = { email: 'olga@example.com', password: 'verwegvanzee7', code: '123456' };
    const answer = await fetch(`${desk}/en/desk/login`, {
      method: 'POST',
      headers: { origin: desk },
      body: new URLSearchParams(typed),
    });
    const html = await answer.text();
    expect(html).toMatch(/role="alert"[^>]*>[^<]*(?:later|moment|again)/i);
    expect(html).toContain('value="olga@example.com"');
    expect(html).not.toContain(typed.password);
  });

  test('calls answer unavailable', async () => {
    expect(await statusAt(`${desk}/api/desk/operators`, { headers: { ...key, cookie } })).toBe(503);
  });
});
