import type { BrowserContext, BrowserContextOptions } from '@playwright/test';
import { expect } from '@playwright/test';
import { base, type MediaOptions } from '@vonk/media/testing/browser';
import { watchContext } from './console.ts';
import { createOwnProduct, type OwnProduct } from './product.ts';
import { openStage, type Stage, stageEntry, stagePlayer } from './stage/stage.ts';

interface Options {
  /** Whether the question about cookies is answered (with a no) before a journey starts. */
  answered: boolean;
}

interface Fixtures {
  /** The overlay of a promotion comes up when a page is left alone; only journeys about it want to meet it. */
  promoSeen: boolean;
  /** What the browsers complained about; the test fails when anything is left at its end. */
  problems: string[];
  /** Declares a console line that this journey causes on purpose, for example a page that answers 404. */
  allowConsole: (pattern: RegExp) => void;
  /** Opens another person's browser: own cookies, own storage, watched like the first. */
  newPerson: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** Puts a performer on the stage until the end of the journey. */
  goLive: Stage['goLive'];
}

export interface WorkerOptions extends MediaOptions {
  /** Whether the demo's performers broadcast. */
  cast: boolean;
  /** Whether the product runs on a stage: only performers that a journey puts on air broadcast. */
  stage: boolean;
  /** For how long a guest watches free chat. */
  guestSeconds: number;
  /** How long a paid minute lasts. */
  minuteSeconds: number;
  /** Whether tests move the product's clock. */
  ownClock: boolean;
}

interface WorkerFixtures {
  /** The product of this worker: nobody else's journeys run on it. */
  product: OwnProduct;
  ownStage: Stage;
  /** To be run before the scripts of each page. */
  pageScript: string;
}

/** Not the product's own 4321, so that journeys run beside a started product; each worker takes the next one. */
const firstPort = Number(process.env['E2E_PORT'] ?? 4399);

/** Playwright's test, with a console that has to stay clean: no error, no warning, no CSP violation. */
export const test = base.extend<
  Fixtures & Options & { allowed: RegExp[] },
  WorkerFixtures & Omit<WorkerOptions, keyof MediaOptions>
>({
  cast: [false, { option: true, scope: 'worker' }],
  stage: [false, { option: true, scope: 'worker' }],
  guestSeconds: [60, { option: true, scope: 'worker' }],
  minuteSeconds: [60, { option: true, scope: 'worker' }],
  ownClock: [false, { option: true, scope: 'worker' }],
  product: [
    async ({ cast, stage, guestSeconds, minuteSeconds, ownClock, janus }, use, { workerIndex }) => {
      const product = await createOwnProduct({
        port: firstPort + workerIndex,
        // What is delivered on a stage follows the product's clock.
        ownClock: ownClock || stage,
        ...(stage ? { entry: stageEntry } : {}),
        environment: {
          DEMO_CAST: String(cast),
          // What pages only mention is heard, too (console.ts).
          BROWSER_LOG_LEVEL: 'info',
          // One in paid chat, four in free chat, and with them all who are promoted.
          CAST_SIZE: '5',
          // Else the other workers leave it no time to send.
          CAST_NICE: '0',
          GUEST_FREE_SECONDS: String(guestSeconds),
          CHAT_MINUTE_SECONDS: String(minuteSeconds),
          // A test may play the proxy that says where its visitors are.
          TRUSTED_PROXIES: '127.0.0.1,::1',
          ...janus?.environment,
        },
      });
      await product.start();
      await use(product);
      await product.end('SIGTERM');
      await product.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  ownStage: [async ({ product }, use) => use(openStage(product.url)), { scope: 'worker' }],
  pageScript: [async ({ stage }, use) => use(stage ? await stagePlayer() : ''), { scope: 'worker' }],
  baseURL: async ({ product }, use) => use(product.url),
  answered: [true, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  allowed: async ({}, use) => use([]),
  allowConsole: async ({ allowed }, use) => use((pattern) => allowed.push(pattern)),
  problems: [
    async ({ allowed }, use) => {
      const problems: string[] = [];
      await use(problems);
      const left = problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)));
      expect(left, 'the browser console has to stay clean').toEqual([]);
    },
    { auto: true },
  ],
  promoSeen: [true, { option: true }],
  goLive: async ({ ownStage }, use) => {
    await use(ownStage.goLive);
    await ownStage.clear();
  },
  // Needs `goLive` first, so that pages are closed before performers leave: a player that is cut off would try to reconnect.
  context: async ({ goLive: _, context, problems, promoSeen, answered, baseURL, pageScript }, use) => {
    await watchContext(context, problems);
    if (pageScript) await context.addInitScript(pageScript);
    if (promoSeen) await context.addInitScript(seePromo);
    if (answered) await refuse(context, baseURL);
    await use(context);
  },
  newPerson: async (
    { goLive: _, browser, problems, contextOptions, promoSeen, answered, baseURL, pageScript },
    use,
  ) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ ...contextOptions, ...options });
      opened.push(context);
      await watchContext(context, problems);
      if (pageScript) await context.addInitScript(pageScript);
      if (promoSeen) await context.addInitScript(seePromo);
      if (answered) await refuse(context, baseURL);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

const seePromo = () => {
  try {
    sessionStorage.setItem('seen-banner', '1');
  } catch {
    // a page without an origin of its own has no storage, and no promotion
  }
};

const refuse = (context: BrowserContext, url = ''): Promise<void> =>
  context.addCookies([{ name: 'consent', value: 'no', url }]);

export { expect };
