import { expect, it, vi } from 'vitest';
import { createMoments } from './moments.ts';

const signUp = { name: 'sign-up' } as const;
const purchase = { name: 'purchase', payment: 'p1' } as const;

it('delivers earlier moments once to a late listener, then later ones', () => {
  const heard = vi.fn();
  const moments = createMoments();
  moments.tellMoment(signUp);
  moments.followMoments(heard, { since: true });
  moments.tellMoment(purchase);
  expect(heard.mock.calls).toEqual([[signUp], [purchase]]);
});

it('delivers nothing from before the consent', () => {
  const heard = vi.fn();
  const moments = createMoments();
  moments.tellMoment(signUp);
  moments.followMoments(heard, { since: false });
  moments.tellMoment(purchase);
  expect(heard.mock.calls).toEqual([[purchase]]);
});
