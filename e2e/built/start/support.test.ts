import { expect, test } from 'vitest';
import type { Receipt } from '#contract/chat/receipt-calls.ts';
import { pauseAfter } from '../../support/chaos/chaos.ts';
import type { ChaosClient } from '../../support/chaos/client.ts';
import { indexOf, OPENING, type Standing, wrongOf } from '../../support/chaos/judge.ts';
import { createOwnProduct } from '../../support/product.ts';

const bundle = { id: 'small', cents: 495, credits: 300 };

const receipt = (changes: Partial<Receipt>): Receipt => ({
  session: 's',
  performer: 'Vera',
  startedAt: null,
  endedAt: null,
  reason: 'service-ended',
  modes: [],
  minutes: 0,
  deliveredMs: 0,
  paidMs: 0,
  stalledMs: 0,
  charged: 0,
  returned: 0,
  tips: 0,
  total: 0,
  ...changes,
});

/** Correct books of one purchase, a tip of 100, and two minutes, of which half a minute was returned. */
function inOrder() {
  const client = {
    email: 'anna',
    tips: [{ id: 't', amount: 100, acknowledged: true }],
    orders: [{ payment: 'p', decided: true, returning: null, withdrawn: 0 }],
    chats: [{ session: 's', performer: 'Vera', acknowledged: 2, least: 4000, most: 5000 }],
  };
  const keys = ['purchase:p', 'tip:1:t', 'minute:s:1', 'minute:s:2'];
  const watched = receipt({ minutes: 2, charged: 120, returned: 30, tips: 100, total: 190 });
  const standing: Standing = { credits: OPENING + 300 - 190, owed: 0, receipts: [watched] };
  return { client, keys, standing };
}
type Records = ReturnType<typeof inOrder>;

const judge = ({ client, keys, standing }: Records): string[] =>
  wrongOf(
    client as unknown as ChaosClient,
    indexOf({ keys, faults: [], total: 0, negative: 0 }),
    bundle,
    standing,
  );

test('the chaos judge finds no error in correct books', () => {
  expect(judge(inOrder())).toEqual([]);
});

test('the chaos judge knows the price of a minute without an answered report', () => {
  const records = inOrder();
  Object.assign(records.client.chats[0] ?? {}, { acknowledged: 0, least: 0, most: 0 });
  Object.assign(records.standing.receipts[0] ?? {}, { returned: 120, total: 100 });
  records.standing.credits += 90;
  expect(judge(records)).toEqual([]);
});

test('the chaos judge adds up the minutes of a stay, like the meter', () => {
  const records = inOrder();
  records.client.chats = ['before', 's'].map((session) => ({
    session,
    performer: 'Vera',
    least: 2000,
    most: 2500,
    acknowledged: session === 's' ? 2 : 1,
  }));
  records.keys.splice(2, 2, 'minute:before:1', 'minute:s:1');
  const [whole] = records.standing.receipts;
  records.standing.receipts = ['before', 's'].map((session) =>
    receipt({ ...whole, session, minutes: 1, charged: 60, returned: 15, tips: 50, total: 95 }),
  );
  expect(judge(records)).toEqual([]);
  records.keys.splice(2, 1);
  expect(judge(records).join()).toContain('of 2 minutes until s only 1 are booked');
});

test.each<[string, (records: Records) => void]>([
  ['the tip t is lost', ({ keys }) => keys.splice(1, 1)],
  ['the paid order p has no credits', ({ keys }) => keys.splice(0, 1)],
  ['of 2 minutes until s only 1 are booked', ({ keys }) => keys.splice(3, 1)],
  ['has 2 minutes for 120 credits, the books 3', ({ keys }) => keys.push('minute:s:3')],
  ['instead of 5110', ({ standing }) => (standing.credits -= 1)],
  ['instead of 5110', ({ standing }) => (standing.owed += 1)],
  ['credits of tips, the books', ({ standing }) => Object.assign(standing.receipts[0] ?? {}, { tips: 99 })],
  ['credits were billed for 1000 ms', ({ client }) => Object.assign(client.chats[0] ?? {}, { most: 1000 })],
  ['that was acknowledged', ({ client }) => Object.assign(client.chats[0] ?? {}, { least: 9000 })],
])('the chaos judge reports: … %s …', (words, spoil) => {
  const records = inOrder();
  spoil(records);
  expect(judge(records).join()).toContain(words);
});

test('reports a product that ends during its start at once, with its output', {
  timeout: 60_000,
}, async () => {
  const product = await createOwnProduct({ environment: { PAYMENTS: 'nobody' } });
  try {
    await expect(product.start()).rejects.toThrow(/^the product ended while starting: .*PAYMENTS/s);
  } finally {
    await product.remove();
  }
});

test('a chaos member rests in proportion to the response time, up to a limit', () => {
  const [quick, slow, stuck] = [5, 500, 60_000].map(pauseAfter);
  expect(quick).toBe(pauseAfter(0));
  expect(slow).toBeGreaterThan(8 * (quick ?? 0));
  expect(stuck).toBe(10_000);
});
