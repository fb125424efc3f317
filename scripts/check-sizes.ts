// Compares page weights before any interaction with scripts/sizes/budgets.ts. SIZES_URL: a running product.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { brandIdentity } from '#contract/brand.ts';
import { sessionCookies, studioCookies } from '#contract/cookies.ts';
import { createOwnProduct } from '../e2e/support/product.ts';
import makeReady from '../e2e/support/template/copy-template.ts';
import { printViolations, type Violation } from './architecture/files.ts';
import { findBrowser } from './lib/services.mjs';
import { type Budget, BY_ITSELF_MS, budgets, STILL_MS } from './sizes/budgets.ts';
import { weighPage } from './sizes/weigh.ts';

interface LoadedScripts {
  /** Bytes of the bodies on the wire. */
  bytes: number;
  files: number;
  /** Bytes of each file by its URL. */
  each: ReadonlyMap<string, number>;
}

const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });

/** Opens a page and counts the script files it loads without interaction. `cookie`: a `Set-Cookie` value. */
async function loadedScripts(browser: Browser, url: string, cookie?: string): Promise<LoadedScripts> {
  const context = await browser.newContext();
  try {
    if (cookie) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      // The default path would be the page's own.
      await context.addCookies([{ name, value, url: new URL('/', url).href }]);
    }
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    const scripts = new Map<string, number>();
    // A preloaded module is requested again from the memory cache.
    const addresses = new Map<string, string>();
    let lastAt = performance.now();
    network.on('Network.responseReceived', ({ requestId, type, response }) => {
      const isScript = type === 'Script' || /javascript/.test(response.mimeType);
      // The service worker is fetched by the browser, not by the page.
      if (!isScript || new URL(response.url).pathname === '/sw.js') return;
      // Without a stated length the bytes are counted as they come; of a file from the cache none may be reported.
      const stated = new Headers(response.headers).get('content-length');
      if (stated === null) addresses.set(requestId, response.url);
      scripts.set(response.url, stated === null ? (scripts.get(response.url) ?? 0) : Number(stated));
      lastAt = performance.now();
    });
    network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      const address = addresses.get(requestId);
      if (address) scripts.set(address, (scripts.get(address) ?? 0) + encodedDataLength);
    });
    await network.send('Network.enable');
    await page.goto(url, { waitUntil: 'load' });
    await sleep(BY_ITSELF_MS);
    // On a busy machine scripts load later.
    while (performance.now() - lastAt < STILL_MS) await sleep(100);
    const bytes = [...scripts.values()].reduce((sum, one) => sum + one, 0);
    return { files: scripts.size, bytes, each: scripts };
  } finally {
    await context.close();
  }
}

/** Pages mostly wait, until no script has loaded for some seconds. */
const AT_ONCE = 4;

const kilo = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

async function get(url: string, cookie = ''): Promise<string> {
  const response = await fetch(url, { redirect: 'error', headers: { cookie } });
  if (response.status !== 200 && response.status !== 404)
    throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

/** The first performer on the home page. */
async function firstPerformer(url: string): Promise<string> {
  const name = (await get(`${url}/`)).match(/href="\/profile\/([^"?]+)/)?.[1];
  if (!name) throw new Error('The home page has no link to a profile');
  return name;
}

/** Accounts of the demo, and their session cookies. */
const accounts = {
  member: {
    path: '/api/member/login',
    cookies: sessionCookies,
    username: 'demo@example.com',
    password: 'Demo1234',
  },
  performer: {
    path: '/api/studio/login',
    cookies: studioCookies,
    username: 'Sofie',
    password: 'Studio1234',
  },
} as const;
type Account = keyof typeof accounts;

/** Returns the session cookie. */
async function logIn(url: string, account: Account): Promise<string> {
  const { path, cookies, username, password } = accounts[account];
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': brandIdentity.apiKey, origin: url },
    body: JSON.stringify({ username, password }),
  });
  const session = response.headers
    .getSetCookie()
    .find((cookie) => cookies.some((name) => cookie.startsWith(`${name}=`)));
  if (!session) throw new Error(`The login answered ${response.status}`);
  return session.split(';', 1)[0] ?? '';
}

interface Weighed {
  readonly url: string;
  readonly cookies: Readonly<Record<Account, string>>;
  readonly load: ((url: string, cookie: string) => Promise<LoadedScripts>) | null;
}

async function weigh({ kind, path, as, ...limits }: Budget, { url, cookies, load }: Weighed) {
  const own = as ? cookies[as] : '';
  const { html, style } = await weighPage(await get(url + path, own), (asset) => get(url + asset));
  const loaded = await load?.(url + path, own);
  const scripts = loaded && `script ${kilo(loaded.bytes)} in ${loaded.files} files   `;
  const found = { html, style, script: loaded?.bytes ?? 0, files: loaded?.files ?? 0 };
  const format = (part: keyof typeof found, amount: number) =>
    part === 'files' ? `${amount}` : kilo(amount);
  const violations = (['script', 'files', 'html', 'style'] as const)
    .filter((part) => found[part] > limits[part])
    .map(
      (part): Violation => ({
        file: path,
        line: 1,
        rule: 'size budget',
        message: `${part} of ${kind}: ${format(part, found[part])}, the budget is ${format(part, limits[part])}`,
      }),
    );
  if (loaded && violations.some(({ message }) => /^(?:script|files)/.test(message)))
    for (const [address, bytes] of loaded.each) console.log(`${kind}: ${address} ${bytes}`);
  const line = `${kind.padEnd(10)} ${scripts ?? ''}html ${kilo(html)}   style ${kilo(style)}`;
  return { line, violations };
}

async function weighAll(url: string): Promise<void> {
  const program = findBrowser()?.url;
  if (!program) console.log('Chromium not found: script that loads without interaction is not counted.');
  const browser = program ? await openBrowser(program) : null;
  try {
    const cookies = { member: await logIn(url, 'member'), performer: await logIn(url, 'performer') };
    const performer = await firstPerformer(url);
    const load = browser && ((page: string, own: string) => loadedScripts(browser, page, own));
    const found: Awaited<ReturnType<typeof weigh>>[] = [];
    for (let at = 0; at < budgets.length; at += AT_ONCE) {
      const some = budgets.slice(at, at + AT_ONCE).map(({ path, ...budget }) => {
        const page = { ...budget, path: path.replace('{live}', performer) };
        return weigh(page, { url, cookies, load });
      });
      found.push(...(await Promise.all(some)));
    }
    for (const { line } of found) console.log(line);
    const violations = found.flatMap(({ violations: those }) => those);
    printViolations(violations, 'Every page is within its budget.');
  } finally {
    await browser?.close();
  }
}

/** Weighs the pages of a product on the data that all products of a test command copy. */
async function weighOwn(): Promise<void> {
  const clear = await makeReady();
  const product = await createOwnProduct({ environment: { DEMO_CAST: 'false' } });
  try {
    await product.start();
    await weighAll(product.url);
  } finally {
    await product.remove();
    await clear();
  }
}

const running = process.env.SIZES_URL;
await (running ? weighAll(running) : weighOwn());
