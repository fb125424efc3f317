import { URI } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { freePort } from '../../scripts/lib/processes.mjs';
import { createOwnProduct, type OwnProduct } from '../support/product.ts';
import { attributeOf, Visitor } from '../support/visitor.ts';

let product: OwnProduct;
let desk = '';
beforeAll(async () => {
  const port = await freePort();
  desk = `http://localhost:${port}`;
  product = await createOwnProduct({
    environment: {
      ...{ DEMO_CAST: 'false', DESK_PORT: String(port) },
      NODE_OPTIONS: '--import ./e2e/support/started/with-desk.mjs',
    },
  });
  const person = ['--email', 'olga@example.com', '--role', 'owner', '--language', 'en'];
  await product.admin('operators', 'add', 'olga', ...person, '--reason', 'founder');
  await product.start();
});
afterAll(() => product.remove());

const statusAt = async (url: string, init: RequestInit = {}) =>
  (await fetch(url, { redirect: 'manual', ...init })).status;
const key = { 'api-key': 'vonk-web' };

test('at the site’s address neither pages nor calls of the desk exist', async () => {
  for (const path of ['/desk', '/en/desk/login', '/de/desk/x', '/desk/logout', '/api/desk/account'])
    expect([path, await statusAt(product.url + path, { headers: key })]).toEqual([path, 404]);
  const login = { method: 'POST', headers: key, body: '{}' };
  expect(await statusAt(`${product.url}/api/desk/login`, login)).toBe(404);
  expect(await statusAt(`${product.url}/en`)).toBe(200);
});

test('at the desk’s address nothing else exists, and nothing is indexed', async () => {
  for (const path of [
    ...['/en', '/profile/Yara', '/login', '/studio', '/sitemap.xml', '/robots.txt', '/offline.html'],
    ...['/api/engine/home', '/api/member/account', '/api/openapi.json', '/socket.io/', '/media/whep/x'],
    ...['/healthz', '/readyz', '/metrics', '/dev/outbox', '/common/configuration.json'],
  ])
    expect([path, await statusAt(desk + path, { headers: key })]).toEqual([path, 404]);
  const home = await fetch(`${desk}/`, { redirect: 'manual' });
  expect(home.headers.get('location')).toBe('/desk');
  expect(home.headers.get('x-robots-tag')).toBe('noindex');
  expect(await statusAt(`${desk}/api/desk/account`, { headers: key })).toBe(401);
});

test('an operator sets up the access, and works, at the desk’s address', async () => {
  const mails = z.array(z.object({ to: z.string(), text: z.string() }));
  const linked = async () => {
    const all = mails.parse(await (await fetch(`${product.url}/dev/outbox.json`)).json());
    return all.find(({ to }) => to === 'olga@example.com')?.text.match(/http\S+/)?.[0];
  };
  await expect.poll(linked).toBeDefined();
  const link = (await linked()) ?? '';
  expect(link.startsWith(`${desk}/en/desk/link?key=`)).toBe(true);
  const here = await new Visitor({}, desk).open(link.slice(desk.length));
  const hrefs = here.all('main a').map((anchor) => attributeOf(anchor, 'href'));
  const app = URI.parse(hrefs.find((href) => href.startsWith('otpauth:')) ?? '');
  const password = 'verwegvanzee7';
  await here.send(here.find('main form button', 'Save and log in'), {
    ...{ newPassword: password, repeatNewPassword: password, code: app.generate() },
  });
  expect(here.address).toBe('/en/desk');
  const style = attributeOf(here.find('link[rel="stylesheet"]', ''), 'href');
  expect(await statusAt(desk + style)).toBe(200);
});
