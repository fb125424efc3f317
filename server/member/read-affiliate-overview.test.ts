import { expect, it } from 'vitest';
import { deleteMember, logIn, register } from '#contract/member/account/account-calls.ts';
import { sweepErasures } from '#server/member/deletion/sweep-erasures.ts';
import { makeMember } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { countVisit, writeVisits } from '#server/tracking/write-visits.ts';
import { open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { readAffiliateOverview } from './read-affiliate-overview.ts';

const server = startTestApp();

const DAY_MS = 24 * 3_600_000;
const password = 'Plein-16';

/** Without measuring consent: the affiliate is paid for the sign-up itself. */
async function signUp(email: string, p?: string): Promise<{ token: string }> {
  await callApp(server, register, {
    email,
    password,
    ...(p !== undefined && { meta: { p, Click_id: 'c' } }),
  });
  return callApp(server, logIn, { username: email, password });
}

/** The same without hashing a password. */
async function brought(affiliate: string | null): Promise<{ token: string }> {
  const id = await makeMember(server.deps, { affiliate, createdAt: server.deps.now() });
  return { token: await tokenFor(server.deps, 'member', id) };
}

async function buy(member: { token: string }): Promise<void> {
  const { order } = await open(server, member);
  await payAndNotify(server, order);
}

function visit(affiliate: string | null, day: string, visitor: string = crypto.randomUUID()): void {
  const numbers = { pages: 1, clicks: 0, seconds: 5, isFirst: true };
  countVisit(server.deps, { id: crypto.randomUUID(), visitor, affiliate, day, ...numbers });
}

it('combines visits, sign-ups and first purchases by affiliate and day', async () => {
  const same = crypto.randomUUID();
  visit('77', '2026-11-20', same);
  visit('77', '2026-11-20', same);
  visit(null, '2026-11-20');
  visit('77', '2026-12-24');
  await writeVisits(server.deps);

  const anna = await signUp('anna@example.com', '77');
  await signUp('bram@example.com', '77;drop');
  await brought('88');
  await brought(null);
  await buy(anna);
  server.clock.advance(DAY_MS);
  await buy(anna);
  const fien = await brought('77');
  await buy(fien);
  await open(server, await brought('88'));

  const none = { visits: 0, visitors: 0, signUps: 0, firstPurchases: 0, cents: 0 };
  const overview = () => readAffiliateOverview(server.deps, { from: '2026-11-20', to: '2026-11-21' });
  const [first] = await overview().then((rows) => rows.filter(({ firstPurchases }) => firstPurchases === 1));
  const cents = first?.cents ?? 0;
  expect(cents).toBeGreaterThan(0);
  const expected = [
    { ...none, day: '2026-11-20', affiliate: '', visits: 1, visitors: 1, signUps: 2 },
    { day: '2026-11-20', affiliate: '77', visits: 2, visitors: 1, signUps: 1, firstPurchases: 1, cents },
    { ...none, day: '2026-11-20', affiliate: '88', signUps: 1 },
    { ...none, day: '2026-11-21', affiliate: '77', signUps: 1, firstPurchases: 1, cents },
    { ...none, day: '2026-11-21', affiliate: '88', signUps: 1 },
  ];
  expect(await overview()).toEqual(expected);

  // A member deleted later still counts.
  await callApp(server, deleteMember, {}, bearer(fien.token));
  server.clock.advance(15 * DAY_MS);
  expect(await sweepErasures(server.deps)).toBe(1);
  expect(await overview()).toEqual(expected);
  expect(await readAffiliateOverview(server.deps, { from: '2027-01-01', to: '2027-12-31' })).toEqual([]);
});

it('counts events after midnight in Amsterdam for the new day', async () => {
  const late = Date.parse('2027-02-01T23:30:00Z') - server.deps.now().getTime();
  server.clock.advance(late);
  await buy(await brought('99'));
  expect(await readAffiliateOverview(server.deps, { from: '2027-02-02', to: '2027-02-02' })).toMatchObject([
    { day: '2027-02-02', affiliate: '99', signUps: 1, firstPurchases: 1 },
  ]);
  expect(await readAffiliateOverview(server.deps, { from: '2027-02-01', to: '2027-02-01' })).toEqual([]);
});
