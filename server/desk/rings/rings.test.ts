import { describe, expect, it } from 'vitest';
import { dayOf } from '#contract/day.ts';
import { readToday } from '#contract/desk/today-calls.ts';
import { register } from '#contract/member/account/account-calls.ts';
import { operatorCaller, systemCaller } from '#server/identity/caller.ts';
import { networkHash, noteNetwork } from '#server/member/account/sign-ups.ts';
import { eraseMember } from '#server/member/deletion/erase-member.ts';
import { signUpNetworks } from '#server/member/tables.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import {
  aMember,
  anOperator,
  aPerformer,
  type TestMember,
  type TestPerformer,
} from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp, variantOf } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { creditMember } from '#server/wallet/spending/grant-credits.ts';
import { ringAccounts, rings } from '../tables.ts';
import { sweepRings } from './rings.ts';

const DAY = 24 * 3_600_000;

describe.each(databaseKinds())('rings of new accounts on $name', (database) => {
  const test = startTestApp({ on: database, environment: { RING_ACCOUNTS: '3', RING_DAYS: '7' } });

  /** A new member of a network, with free credits or bought ones. */
  async function newcomer(ip: string, { free = true } = {}): Promise<TestMember> {
    const member = await aMember(test, free ? 0 : 200, { createdAt: test.clock.now() });
    const row = { memberId: member.id, networkHash: networkHash(test.deps.config, ip) };
    await test.deps.db.transaction((tx) => noteNetwork(tx, { ...row, seenAt: test.clock.now() }));
    const gift = { memberId: member.id, credits: 200 };
    if (free) await creditMember(test.deps, operatorCaller('els', 'welcome'), gift);
    return member;
  }
  async function tip(member: TestMember, performer: TestPerformer): Promise<void> {
    const chat = await join(test, member.caller, performer);
    await chat.tip(100);
    await chat.leave();
  }
  async function aRing(ips: readonly string[], kind?: { free: boolean }) {
    const vera = await aPerformer(test);
    const members: TestMember[] = [];
    for (const ip of ips) {
      const member = await newcomer(ip, kind);
      await tip(member, vera);
      members.push(member);
    }
    return { vera, members };
  }
  const ofPerformer = async ({ id }: TestPerformer, role: 'support' | 'moderator' = 'support') => {
    const { headers } = await anOperator(test, role);
    const { rings } = await callApp(test, readToday, {}, headers);
    return rings === null ? null : rings.filter(({ performerId }) => performerId === id);
  };
  const spread = ['10.1.1.1', '10.1.1.77', '10.1.1.254'];

  it('are shown at the desk once a day, with their accounts and the performer', async () => {
    const { vera, members } = await aRing(spread);
    await Promise.all([sweepRings(test.deps), sweepRings(test.deps)]);
    await sweepRings(test.deps);
    const found = {
      id: expect.any(Number),
      day: dayOf(test.clock.now()),
      kind: 'network',
      performerId: vera.id,
      performer: vera.username,
      accounts: members.map(({ id }) => ({ memberId: id, credits: 100 })),
    };
    expect(await ofPerformer(vera)).toEqual([found]);
    expect(await ofPerformer(vera, 'moderator')).toBeNull();
    // Nobody is blocked: the next tip still works.
    test.clock.advance(DAY);
    const [anna] = members;
    if (anna) await tip(anna, vera);
    await sweepRings(test.deps);
    const again = await ofPerformer(vera);
    expect(again?.map(({ day, accounts }) => [day, accounts[0]?.credits])).toEqual([
      [dayOf(test.clock.now()), 200],
      [found.day, 100],
    ]);
  });

  it.each([
    ['a network', ['2001:db8:1:1::1', '2001:db8:1:ffff::1', '2001:db8:1:2:3::9']],
    ['addresses next to each other', ['10.2.2.1', '10.2.2.2', '10.2.2.3']],
  ])('have %s in common', async (_, ips) => {
    const { vera } = await aRing(ips);
    await sweepRings(test.deps);
    expect(await ofPerformer(vera)).toHaveLength(1);
  });

  it.each([
    ['too few accounts', ['10.3.3.1', '10.3.3.2'], undefined],
    ['different networks', ['10.3.1.1', '10.3.2.1', '10.3.3.1'], undefined],
    ['different IPv6 networks', ['2001:db8:a::1', '2001:db8:b::1', '2001:db8:c::1'], undefined],
    ['bought credits', ['10.4.4.1', '10.4.4.2', '10.4.4.3'], { free: false }],
  ])('are not made by %s', async (_, ips, kind) => {
    const { vera } = await aRing(ips, kind);
    await sweepRings(test.deps);
    expect(await ofPerformer(vera)).toEqual([]);
  });

  it('are not made by accounts that are no longer new, nor without the alert', async () => {
    const { vera } = await aRing(spread);
    const { config } = test.deps;
    await sweepRings(variantOf(test, { config: { ...config, ring: { accounts: 0, days: 7 } } }).deps);
    expect(await ofPerformer(vera)).toEqual([]);
    test.clock.advance(7 * DAY + 1);
    await sweepRings(test.deps);
    expect(await ofPerformer(vera)).toEqual([]);
  });

  it('leave no network after the days, no account after its erasure, and nothing after a month', async () => {
    const { vera, members } = await aRing(['10.5.5.1', '10.5.5.2', '10.5.5.3']);
    await sweepRings(test.deps);
    const [anna] = members;
    const erasure = { caller: systemCaller, memberId: anna?.id ?? 0, now: test.clock.now() };
    await test.deps.db.transaction((tx) => eraseMember(tx, test.deps, erasure));
    expect((await ofPerformer(vera))?.map(({ accounts }) => accounts.length)).toEqual([2]);
    const rows = await test.deps.db.select().from(signUpNetworks);
    expect(rows.map(({ memberId }) => memberId)).not.toContain(anna?.id);
    expect(JSON.stringify(rows)).not.toContain('10.5.5');
    test.clock.advance(7 * DAY + 1);
    await sweepRings(test.deps);
    expect(await test.deps.db.select().from(signUpNetworks)).toEqual([]);
    test.clock.advance(30 * DAY);
    await sweepRings(test.deps);
    expect(await test.deps.db.select().from(rings)).toEqual([]);
    expect(await test.deps.db.select().from(ringAccounts)).toEqual([]);
  });

  it.each(['catalogue', 'generic'] as const)(
    'know the network of a registration, with %s labels',
    async (labels) => {
      const { config } = test.deps;
      const app = variantOf(test, { config: { ...config, loginLabels: labels } });
      const email = `${labels}@ring.example.com`;
      await callApp(app, register, { email, password: 'Plein-1616' });
      await runDueWork(test.outbox);
      const rows = await test.deps.db.select().from(signUpNetworks);
      expect(rows.map(({ networkHash }) => networkHash)).toContainEqual(
        expect.stringMatching(/^[0-9a-f]{64}$/),
      );
      const off = variantOf(app, { config: { ...app.deps.config, ring: { accounts: 0, days: 7 } } });
      await callApp(off, register, { email: `off-${email}`, password: 'Plein-1616' });
      await runDueWork(test.outbox);
      expect(await test.deps.db.select().from(signUpNetworks)).toHaveLength(rows.length);
    },
  );
});
