import { atom } from 'nanostores';
import { afterEach, expect, it, vi } from 'vitest';
import type { Session } from '../../shell/session.ts';
import { anna } from '../../testing/member.ts';
import { createActivationTab, otherTabGoneOn } from './activation-tab.ts';

const $session = atom<Session>({ ...anna, verified: false });
/** The page with the registration. */
const page = createActivationTab($session);
afterEach(() => page.close());

it('waits for the registration page to see the activation, however late, and for no other page', async () => {
  const found = vi.fn();
  void otherTabGoneOn().then(found);
  page.answer();
  void otherTabGoneOn().then(found);
  await new Promise((done) => setTimeout(done, 1200));
  expect(found).not.toHaveBeenCalled();
  $session.set(anna);
  await expect.poll(() => found).toHaveBeenCalled();
  await otherTabGoneOn();
});
