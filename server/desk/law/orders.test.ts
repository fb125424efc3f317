import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { lawPath } from '#contract/desk/reports/law.ts';
import { closeOrder, confirmOrder, listOrders, recordOrder } from '#contract/desk/reports/order-calls.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { anOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';

const HOUR = 3_600_000;
const test = startTestApp();
const reason = 'It came by post';

/** An order that arrives now. */
function orderOf(more: Partial<InputOf<typeof recordOrder>> = {}) {
  const [day = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Amsterdam',
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(test.clock.now())
    .split(' ');
  return {
    authority: 'Rechtbank Amsterdam',
    country: 'nl',
    kind: 'removal',
    content: 'privacy',
    reference: 'C/13/1',
    about: 'A picture of the profile of Vera',
    day,
    time,
    reason,
    ...more,
  } as const;
}

it('refuses an arrival that is still to come, and a country that is none', async () => {
  const { headers } = await anOperator(test, 'moderator');
  const later = orderOf({ day: '2099-01-01' });
  for (const wrong of [later, orderOf({ country: 'Holland' })])
    await expect(callApp(test, recordOrder, wrong, headers)).rejects.toThrow('badRequest.invalid.input');
  const { result } = await callApp(test, listOrders, {}, headers);
  expect(result).toEqual([]);
});

it('is for moderators and owners only', async () => {
  const { headers } = await anOperator(test, 'finance');
  await expect(callApp(test, listOrders, {}, headers)).rejects.toThrow('badRequest.forbidden');
  await expect(callApp(test, recordOrder, orderOf(), headers)).rejects.toThrow('badRequest.forbidden');
});

it('follows an order to its effect, and counts it in the report of its year', async () => {
  const { headers, name } = await anOperator(test, 'moderator');
  await callApp(test, recordOrder, orderOf(), headers);
  await callApp(
    test,
    recordOrder,
    orderOf({ country: 'DE', kind: 'information', content: 'fraud' }),
    headers,
  );
  const open = async () => (await callApp(test, listOrders, {}, headers)).result;
  const [first, second] = (await open()).map(({ order }) => order);
  if (!first || !second) throw new Error('Two orders were recorded');
  test.clock.advance(2 * HOUR);
  await callApp(test, confirmOrder, { order: first, version: 'received', reason }, headers);
  const effect = { effect: 'followed', answer: 'The picture is gone', reason } as const;
  // Another operator was faster.
  await expect(
    callApp(test, closeOrder, { order: first, version: 'received', ...effect }, headers),
  ).rejects.toThrow('badRequest.form.changed');
  test.clock.advance(4 * HOUR);
  await callApp(test, closeOrder, { order: first, version: 'confirmed', ...effect }, headers);
  expect((await open()).map(({ order }) => order)).toEqual([second]);
  const closed = await callApp(test, listOrders, { show: 'closed' }, headers);
  expect(closed.result).toMatchObject([
    { order: first, country: 'NL', effect: 'followed', recordedBy: name, closedBy: name },
  ]);
  await expect(
    callApp(test, confirmOrder, { order: first, version: 'closed', reason }, headers),
  ).rejects.toThrow('badRequest.form.changed');
  // Whoever closes an order at once confirms its receipt with it.
  await callApp(
    test,
    closeOrder,
    { order: second, version: 'received', ...effect, effect: 'refused' },
    headers,
  );

  const owner = await anOperator(test, 'owner');
  const year = String(test.clock.now().getFullYear());
  const query = new URLSearchParams({ 'api-key': test.deps.config.apiKey, year });
  const answer = await test.app.request(`${lawPath('transparency', 'json')}?${query}`, {
    headers: owner.headers,
  });
  const { orders } = z.object({ orders: z.unknown() }).parse(await answer.json());
  // The database counts by itself.
  const median = (column: string) =>
    sql.raw(
      `percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${column} - received_at) / 3600)::float`,
    );
  const counted = await test.deps.db.execute(
    sql`SELECT count(*)::int AS received, ${median('confirmed_at')} AS "medianHoursToReceipt", ${median('closed_at')} AS "medianHoursToEffect" FROM authority_order`,
  );
  const { rows } = z.object({ rows: z.array(z.record(z.string(), z.number())) }).parse(counted);
  expect(orders).toEqual({
    ...rows[0],
    byKind: { information: 1, removal: 1 },
    byCountry: { DE: 1, NL: 1 },
    byContent: { fraud: 1, privacy: 1 },
    byEffect: { followed: 1, refused: 1 },
  });
  expect(orders).toMatchObject({ received: 2, medianHoursToReceipt: 4, medianHoursToEffect: 6 });
});
