import type { BrowserContext, BrowserContextOptions } from '@playwright/test';
import { expect } from '@playwright/test';
import { base, type MediaOptions } from '@vonk/media/testing/browser';
import { watchContext } from './console.ts';
import { createOwnProduct, type OwnProduct } from './product.ts';
import { openStage, type Stage, stageEntry, stagePlayer } from './stage/stage.ts';

interface Options {
  /** Whether the cookie question is answered with no before a journey starts. */
  answered: boolean;
}

interface Fixtures {
  /** Suppresses the promotion overlay, which appears on an idle page; only journeys about it need it. */
  promoSeen: boolean;
  /** Console problems of all browsers; the test fails if any are left at its end. */
  problems: string[];
  /** Declares a console line that this journey causes on purpose, for example a page that answers 404. */
  allowConsole: (pattern: RegExp) => void;
  /** Opens another browser context with separate cookies and storage, watched like the first. */
  newPerson: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** Puts a performer on air on the stage until the end of the journey. */
  goLive: Stage['goLive'];
}

export interface WorkerOptions extends MediaOptions {
  /** Whether the demo's performers broadcast. */
  cast: boolean;
  /** Whether the product uses a stage, where only performers that a journey puts on air broadcast. */
  stage: boolean;
  /** Seconds for which a guest can watch free chat. */
  guestSeconds: number;
  /** Length of a paid minute in seconds. */
  minuteSeconds: number;
  /** Whether tests move the product's clock. */
  ownClock: boolean;
}

interface WorkerFixtures {
  /** The product of this worker, not shared with other workers. */
  product: OwnProduct;
  ownStage: Stage;
  /** Script to run before those of each page. */
  pageScript: string;
}

/** Not the default port 4321, so that journeys can run beside a started product; each worker uses the next one. */
const firstPort = Number(process.env['E2E_PORT'] ?? 4399);

/** Playwright's test; fails on any error, warning or CSP violation in the console. */
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
        // Delivery on a stage follows the product's clock.
        ownClock: ownClock || stage,
        ...(stage ? { entry: stageEntry } : {}),
        environment: {
          DEMO_CAST: String(cast),
          // Collects info lines of pages, too (console.ts).
          BROWSER_LOG_LEVEL: 'info',
          // One in paid chat and four in free chat, including all promoted performers.
          CAST_SIZE: '5',
          // Otherwise the other workers leave it no CPU time to send.
          CAST_NICE: '0',
          GUEST_FREE_SECONDS: String(guestSeconds),
          CHAT_MINUTE_SECONDS: String(minuteSeconds),
          // Cents: a refund of the demo's purchases needs a second operator.
          DESK_LIMITS: 'refund:100:25000',
          // Lets a test act as the proxy that locates visitors.
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
  // Needs `goLive` first, so that pages close before performers leave: a disconnected player would try to reconnect.
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
    // A page with an opaque origin has neither storage nor a promotion.
  }
};

const refuse = (context: BrowserContext, url = ''): Promise<void> =>
  context.addCookies([{ name: 'consent', value: 'no', url }]);

export { expect };
