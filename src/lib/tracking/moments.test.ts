import { beforeEach, expect, it, vi } from 'vitest';

let moments: typeof import('./moments.ts');
beforeEach(async () => {
  vi.resetModules();
  moments = await import('./moments.ts');
});

const signUp = { name: 'sign-up' } as const;
const purchase = { name: 'purchase', payment: 'p1' } as const;

it('hands over what happened before anybody listened, once, and what happens then', () => {
  const heard = vi.fn();
  moments.tellMoment(signUp);
  moments.followMoments(heard, { since: true });
  moments.tellMoment(purchase);
  expect(heard.mock.calls).toEqual([[signUp], [purchase]]);
});

it('says nothing of what happened before the visitor allowed it', () => {
  const heard = vi.fn();
  moments.tellMoment(signUp);
  moments.followMoments(heard, { since: false });
  moments.tellMoment(purchase);
  expect(heard.mock.calls).toEqual([[purchase]]);
});
