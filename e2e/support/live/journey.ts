import { expect, type Page } from '@playwright/test';
import { prices } from '#contract/wallet/prices.ts';
import { accountsOf, type MemberOf } from '../members.ts';
import { creditsOf, enter, expectPictures, performersIn } from '../people.ts';
import { followBeats } from './beats.ts';
import { test as base } from './firefox.ts';

interface Fixtures {
  /** Sets the product's clock forward. Uses up no minute: delivered media is counted in packets. */
  passTime: (seconds: number) => Promise<void>;
  /** The same for the product and `page`, which watches: in steps, so that the product goes on hearing of it. */
  passTimeWatching: (seconds: number) => Promise<void>;
  /** Waits for the next keep-alive of `page` that is answered. */
  nextBeat: () => Promise<void>;
}

/** Added to the pace of keep-alives, far from the silence after which the product ends a chat. */
const STEP_SECONDS = 5;

/** All live journeys use this one, so that one worker and one product serve every file. */
export const test = base.extend<Fixtures>({
  nextBeat: async ({ page }, use) => use(followBeats(page)),
  passTime: async ({ product }, use) => use((seconds) => product.passTime(seconds)),
  passTimeWatching: async ({ page, product, nextBeat }, use) =>
    use(async (seconds) => {
      await page.clock.install();
      for (let left = seconds; left > 0; left -= STEP_SECONDS) {
        const step = Math.min(left, STEP_SECONDS);
        await nextBeat();
        await product.passTime(step);
        await page.clock.fastForward(step * 1000);
      }
    }),
});

const words = {
  nl: { prefix: '', start: /^(Start voor 60 credits per minuut|Ga verder, 00:\d\d al betaald)$/ },
  en: { prefix: '/en', start: /^(Start for 60 credits a minute|Continue, 00:\d\d already paid)$/ },
} as const;

/** Opens the performer's page, starts paid chat, or goes on with what is left of a minute, and waits for pictures. */
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

/** A member with credits in the first minute of paid chat; `paid`: credits that have left the wallet since. */
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
