import { expect, type Page } from '@playwright/test';
import { prices } from '#contract/wallet/prices.ts';
import { accountsOf, type MemberOf } from '../members.ts';
import { creditsOf, enter, expectPictures, performersIn } from '../people.ts';
import { test as base } from './firefox.ts';

interface Fixtures {
  /** Sets the product's clock forward. Does not use up a minute, because delivered media is counted in packets. */
  passTime: (seconds: number) => Promise<void>;
  /** Sets the clocks of the product and of the watching `page` forward, in steps with keep-alives between them. */
  passTimeWatching: (seconds: number) => Promise<void>;
  /** Waits for the next answered keep-alive of `page`. */
  nextBeat: () => Promise<void>;
}

/** With the interval of keep-alives, far below the silence after which the product ends a chat. */
const STEP_SECONDS = 5;

/** Playwright's test for all live journeys; because they share it, one worker and one product serve every file. */
export const test = base.extend<Fixtures>({
  nextBeat: async ({ page }, use) => use(followBeats(page)),
  passTime: async ({ product }, use) => use((seconds) => product.passTime(seconds)),
  passTimeWatching: async ({ page, product, nextBeat }, use) => {
    let isInstalled = false;
    await use(async (seconds) => {
      // Installed again, the clock would go back and forget its timers.
      if (!isInstalled) await page.clock.install();
      isInstalled = true;
      for (let left = seconds; left > 0; left -= STEP_SECONDS) {
        const step = Math.min(left, STEP_SECONDS);
        await nextBeat();
        await product.passTime(step);
        await page.clock.fastForward(step * 1000);
      }
    });
  },
});

const words = {
  nl: { prefix: '', start: /^(Start voor 60 credits per minuut|Ga verder, 00:\d\d al betaald)$/ },
  en: { prefix: '/en', start: /^(Start for 60 credits a minute|Continue, 00:\d\d already paid)$/ },
} as const;

/** Opens the performer's page, starts paid chat or continues a paid minute, and waits for pictures. */
export async function watchPaid(
  page: Page,
  performer: string,
  language: keyof typeof words = 'nl',
): Promise<void> {
  const { prefix, start } = words[language];
  await page.goto(`${prefix}/stream/${performer}`);
  await page.getByRole('button', { name: start }).click();
  await expectPictures(page);
}

/** Starts the first minute of paid chat as a member with credits; `paid` returns the credits spent since then. */
export async function beginPaid(
  page: Page,
  { baseURL, member }: { baseURL: string | undefined; member: MemberOf },
) {
  const context = page.context();
  const [performer = ''] = await performersIn(context, 'live');
  await enter(context, baseURL, accountsOf(member).rich);
  const before = await creditsOf(context);
  const paid = async () => before - (await creditsOf(context));
  await watchPaid(page, performer);
  await expect.poll(paid).toBe(prices.chatMinute);
  return { performer, before, paid };
}

export { expect };

/** A keep-alive over the socket, with the number that its response repeats. */
const sent = /^42(\d+)\["call",\{"method":"PUT","url":"[^"]*\/keep-alive"/;
const answered = /^43(\d+)\[/;

/** Follows a page's keep-alives from its first connection on; the returned function waits for the next response. */
export function followBeats(page: Page): () => Promise<void> {
  let waiting: (() => void)[] = [];
  page.on('websocket', (line) => {
    const open = new Set<string>();
    line.on('framesent', ({ payload }) => {
      const [, id] = sent.exec(String(payload)) ?? [];
      if (id) open.add(id);
    });
    line.on('framereceived', ({ payload }) => {
      const [, id] = answered.exec(String(payload)) ?? [];
      if (!id || !open.delete(id)) return;
      for (const heard of waiting) heard();
      waiting = [];
    });
  });
  return () => new Promise((heard) => void waiting.push(heard));
}
