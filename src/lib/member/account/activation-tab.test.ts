import { expect, it, vi } from 'vitest';
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

/** A page of its own, with the same browser around it. */
async function open(session: Session) {
  vi.resetModules();
  const tab = await import('./activation-tab.ts');
  const { $session } = await import('./store.ts');
  $session.set(session);
  return { ...tab, $session };
}

it('finds the page of the registration once that has heard of the activation itself, and nobody before', async () => {
  const link = await open({ ...anna, verified: true });
  expect(await link.hasOtherTabGoneOn()).toBe(false);
  const page = await open(anna);
  page.answerActivationTab();
  expect(await link.hasOtherTabGoneOn()).toBe(false);
  const found = link.hasOtherTabGoneOn();
  setTimeout(() => page.$session.set({ ...anna, verified: true }), 100);
  expect(await found).toBe(true);
  expect(await link.hasOtherTabGoneOn()).toBe(true);
});
