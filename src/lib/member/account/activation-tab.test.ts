import { atom } from 'nanostores';
import { afterEach, expect, it, vi } from 'vitest';
import { createActivationTab, otherTabGoneOn } from './activation-tab.ts';
import type { Session } from './store.ts';

const anna: Session = {
  status: 'member',
  username: 'anna',
  capName: 'Anna',
  email: 'anna@example.com',
  lander: '',
  endUserText: '',
  verified: false,
};

const $session = atom<Session>(anna);
/** The page of the registration. */
const page = createActivationTab($session);
afterEach(() => page.close());

it('finds the page of the registration once that has heard of the activation itself, however late, and nobody before', async () => {
  const found = vi.fn();
  void otherTabGoneOn().then(found);
  page.answer();
  void otherTabGoneOn().then(found);
  await new Promise((done) => setTimeout(done, 1200));
  expect(found).not.toHaveBeenCalled();
  $session.set({ ...anna, verified: true });
  await expect.poll(() => found).toHaveBeenCalled();
  await otherTabGoneOn();
});
