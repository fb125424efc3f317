import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyContent, copyWithLine, MADE_UP, MARK } from '../../support/builds/made-up-language.ts';
import { freePort } from '../../support/product.ts';

const BUILD_MS = 60_000;

let folder: string;
let url: string;
let product: ChildProcess | undefined;

/** Runs a script of the copy and returns its exit code and output. */
async function run(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...env } });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'exit');
  return { code, output: (await output).join('') };
}

const environment = (port: number) => ({
  MODE: 'demo',
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: join(folder, 'data'),
  DEMO_CAST: 'false',
  DEMO_PERFORMERS: '20',
  IVR: 'sandbox',
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
});

beforeAll(() => {
  folder = copyWithLine();
});
afterAll(async () => {
  if (product && product.exitCode === null) {
    product.kill('SIGTERM');
    await once(product, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

test('the check and the start report each missing file of a language without content', async () => {
  const check = await run(['scripts/check-content.ts']);
  expect(check.code).toBe(1);
  for (const file of [`mails/${MADE_UP}.json`, `messages/${MADE_UP}/chat.json`, `emoji/${MADE_UP}.txt`])
    expect(check.output).toContain(`src/content/${file}: this file is missing; each language has one.`);
  // Built without the language, as after an upgrade without a build.
  symlinkSync(join(process.cwd(), 'dist'), join(folder, 'dist'));
  const start = await run(['server/main.ts'], environment(await freePort()));
  rmSync(join(folder, 'dist'));
  expect(start.code).toBe(78);
  expect(start.output).toContain(`src/content/mails/${MADE_UP}.json: this file is missing`);
}, 60_000);

test(
  'P1.11 adding content for a language in the list of locales adds the language',
  async () => {
    copyContent(folder);
    const built = await run(['scripts/build.mjs']);
    expect(built.output).toContain('Built in');
    expect(built.code).toBe(0);
    const port = await freePort();
    url = `http://localhost:${port}`;
    product = spawn(process.execPath, ['server/main.ts'], {
      cwd: folder,
      env: { ...process.env, ...environment(port) },
      stdio: 'ignore',
    });
    await expect
      .poll(async () => (await fetch(`${url}/readyz`)).ok, {
        timeout: BUILD_MS,
        interval: 200,
      })
      .toBe(true);
  },
  2 * BUILD_MS,
);

const read = async (path: string, init: RequestInit = {}) => (await fetch(url + path, init)).text();

test.each([
  '',
  '/free',
  '/new-cams',
  '/talk',
  '/profile/Sofie',
  '/stream/Sofie',
  '/login',
  '/register',
  '/forgot-password',
  '/terms-conditions',
  '/privacy',
  '/cookies',
  '/no-such-page',
  '/report/Sofie',
])('P1.11 the page %s is in the added language', async (path) => {
  const html = await read(`/${MADE_UP}${path}`);
  expect(html).toMatch(new RegExp(`<html[^>]* lang="${MADE_UP}"`));
  expect(html.match(/<title>([^<]*)/)?.[1]).toContain(MARK);
  expect(html).toContain(`aria-label="${MARK}Taal"`);
  // The language switch contains the added language.
  for (const other of ['nl', 'en', 'de', MADE_UP]) expect(html).toContain(`hreflang="${other}"`);
});

test('machine-readable files contain the added language', async () => {
  expect(await read('/sitemaps/1.xml')).toContain(`hreflang="${MADE_UP}" href="http://localhost`);
  expect(await read('/common/configuration.json')).toContain(`"${MADE_UP}"`);
  expect(await read('/robots.txt')).toContain(`Disallow: /${MADE_UP}/activate`);
  expect(await read(`/offline-${MADE_UP}.html`)).toContain(`<h1>${MARK}Geen verbinding</h1>`);
  expect(await read(`/dev/phone?lang=${MADE_UP}`)).toContain(`${MARK}Testtelefoon`);
});

test('a member who registers in the added language gets mails in it', async () => {
  const email = 'made-up@example.com';
  const form = new URLSearchParams({ email, password: 'Quiet7Harbour', terms: 'on' });
  const headers = { origin: url, 'content-type': 'application/x-www-form-urlencoded' };
  await fetch(`${url}/${MADE_UP}/register`, { method: 'POST', body: form, headers, redirect: 'manual' });
  await expect
    .poll(() => read('/dev/outbox.json'), {
      timeout: 20_000,
    })
    .toContain(`${MARK}Bevestig je e-mailadres`);
});
