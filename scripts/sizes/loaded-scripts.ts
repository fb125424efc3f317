import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { BY_ITSELF_MS, STILL_MS } from './budgets.ts';

export interface LoadedScripts {
  /** Bytes of the bodies on the wire. */
  bytes: number;
  files: number;
  /** Bytes of each file by its URL. */
  each: ReadonlyMap<string, number>;
}

export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });

/** Opens a page and counts the script files it loads without interaction. `cookie`: a `Set-Cookie` value. */
export async function loadedScripts(browser: Browser, url: string, cookie?: string): Promise<LoadedScripts> {
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
