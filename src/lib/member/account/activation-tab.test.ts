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

it('finds the page of the registration once that has heard of the activation itself, however late, and nobody before', async () => {
  const link = await open({ ...anna, verified: true });
  const found = vi.fn();
  void link.otherTabGoneOn().then(found);
  const page = await open(anna);
  page.answerActivationTab();
  void link.otherTabGoneOn().then(found);
  await new Promise((done) => setTimeout(done, 1200));
  expect(found).not.toHaveBeenCalled();
  page.$session.set({ ...anna, verified: true });
  await vi.waitFor(() => expect(found).toHaveBeenCalled());
  await link.otherTabGoneOn();
});
