import { atom } from 'nanostores';
import { afterEach, expect, it, vi } from 'vitest';
import { hearOtherTabs, waitForOtherTab } from '../../shell/late/other-tabs.ts';
import type { Session } from '../../shell/start/session.ts';
import { anna } from '../../testing/visitor.ts';
import { createActivationTab, otherTabGoneOn } from './activation-tab.ts';

const $session = atom<Session>({ ...anna, verified: false });
const HOUR_MS = 3_600_000;

/** The page with the registration. */
const page = createActivationTab($session);
afterEach(() => {
  page.close();
  vi.useRealTimers();
});

/** Resolves when all that pages have said until now has been heard and answered. */
async function settled(): Promise<void> {
  const stop = hearOtherTabs('settled', (yes) => yes());
  // Channels are read in any order: only a second question is certainly heard after the answers to earlier ones.
  for (let round = 0; round < 2; round += 1) await waitForOtherTab('settled');
  stop();
}

it('waits for the registration page to see the activation, however late, and for no other page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const found = vi.fn();
  void otherTabGoneOn().then(found);
  page.answer();
  void otherTabGoneOn().then(found);
  await settled();
  vi.advanceTimersByTime(HOUR_MS);
  await settled();
  expect(found).not.toHaveBeenCalled();
  $session.set(anna);
  await expect.poll(() => found).toHaveBeenCalled();
  await otherTabGoneOn();
});
