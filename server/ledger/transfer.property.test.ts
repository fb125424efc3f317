import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelOf } from '#contract/errors.ts';
import { prices } from '#contract/wallet/prices.ts';
import type { OpenDb } from '#server/db/opening/open.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { wrongPayments } from '#server/wallet/check-wallet.ts';
import { grantWelcome } from '#server/wallet/spending/grant-credits.ts';
import { findViolations } from './check-books.ts';
import { accounts, currentBalance } from './tables.ts';
import { type Account, balanceOf, freeCreditsOf, sumUp, type TransferRequest, transfer } from './transfer.ts';

const at = new Date('2026-11-20T12:00:00Z');
const config = { secret: 'a secret that is long enough for the test' };

/** One movement of credits; keys come from a small pool, so that they repeat and clash. */
interface Act {
  what: 'tip' | 'minute' | 'purchase' | 'refund' | 'stall-credit' | 'payout' | 'payout-return' | 'welcome';
  member: number;
  performer: number;
  amount: number;
  key: number;
}

const MEMBERS = 3;
const PERFORMERS = 2;
const actArbitrary: fc.Arbitrary<Act> = fc.record({
  what: fc.constantFrom(
    ...([
      'tip',
      'minute',
      'purchase',
      'refund',
      'stall-credit',
      'payout',
      'payout-return',
      'welcome',
    ] as const),
  ),
  member: fc.integer({ min: 0, max: MEMBERS - 1 }),
  performer: fc.integer({ min: 0, max: PERFORMERS - 1 }),
  amount: fc.oneof(fc.constantFrom(60, 100, 240), fc.integer({ min: 1, max: 1000 })),
  key: fc.integer({ min: 0, max: 12 }),
});

/** Members, performers and keys of one run: runs share the database but no rows. */
function world(run: number) {
  const member = (n: number): Account => ({ kind: 'member', owner: run * 10 + n });
  const performer = (n: number): Account => ({ kind: 'performer', owner: run * 10 + n });
  const sales: Account = { kind: 'house', owner: 'sales' };
  const payouts: Account = { kind: 'house', owner: 'payouts' };
  const movementOf = (act: Act): TransferRequest => {
    const [from, to] = {
      tip: [member(act.member), performer(act.performer)],
      minute: [member(act.member), performer(act.performer)],
      'stall-credit': [performer(act.performer), member(act.member)],
      payout: [performer(act.performer), payouts],
      'payout-return': [payouts, performer(act.performer)],
      purchase: [sales, member(act.member)],
      refund: [member(act.member), sales],
      welcome: [sales, member(act.member)],
    }[act.what] as [Account, Account];
    const key = `run${run}:${act.key}`;
    return { key, kind: act.what, from, to, amount: act.amount, reference: 'test', at };
  };
  const people = [
    ...Array.from({ length: MEMBERS }, (_, n) => member(n)),
    ...Array.from({ length: PERFORMERS }, (_, n) => performer(n)),
  ];
  return { member, movementOf, people, address: (n: number) => `run${run}-${n}@example.com` };
}

/** A model of the ledger without a database. */
function model() {
  const balances = new Map<string, number>();
  /** Free credits of members. */
  const free = new Map<string, number>();
  const done = new Map<string, string>();
  const granted = new Set<number>();
  const nameOf = ({ kind, owner }: Account) => `${kind}:${owner}`;
  const add = (account: Account, amount: number) =>
    balances.set(nameOf(account), (balances.get(nameOf(account)) ?? 0) + amount);
  return {
    balance: (account: Account) => balances.get(nameOf(account)) ?? 0,
    free: (account: Account) => free.get(nameOf(account)) ?? 0,
    move({ key, kind, from, to, amount }: TransferRequest): string {
      const what = [kind, nameOf(from), nameOf(to), amount].join();
      const earlier = done.get(key);
      if (earlier !== undefined) return earlier === what ? 'repeated' : 'badRequest.idempotency.conflict';
      const freeHas = free.get(nameOf(from)) ?? 0;
      const has = (balances.get(nameOf(from)) ?? 0) - (kind === 'refund' ? freeHas : 0);
      if (from.kind !== 'house' && has < amount) return 'badRequest.invalid.payment';
      done.set(key, what);
      add(from, -amount);
      add(to, amount);
      if (kind === 'tip' || kind === 'minute') free.set(nameOf(from), Math.max(0, freeHas - amount));
      return 'moved';
    },
    welcome(address: number, member: Account): string {
      if (granted.has(address)) return 'repeated';
      granted.add(address);
      add(member, prices.welcome);
      free.set(nameOf(member), (free.get(nameOf(member)) ?? 0) + prices.welcome);
      return 'moved';
    },
  };
}

let runs = 0;

describe.each(databaseKinds())('any interleaving on $name', ({ name, create }) => {
  let suite: SuiteDatabase;
  let open: OpenDb;
  beforeAll(async () => {
    suite = await create();
    open = await openTestDb(suite.url);
  });
  afterAll(async () => {
    await open.close();
    await suite.drop();
  });

  function perform(act: Act, { movementOf, member, address }: ReturnType<typeof world>): Promise<string> {
    const done = open.db.transaction(async (tx) => {
      if (act.what !== 'welcome') return (await transfer(tx, movementOf(act))).created;
      const owner = member(act.member).owner as number;
      // The performer's number stands for the address, so that two members may have the same one.
      const grant = { memberId: owner, emailFolded: address(act.performer), at, config };
      return (await grantWelcome(tx, grant)).granted;
    });
    return done.then((isFresh) => (isFresh ? 'moved' : 'repeated'), labelOf);
  }

  async function expectConserved(): Promise<void> {
    const all = await open.db.select({ kind: accounts.kind, balance: currentBalance }).from(accounts);
    expect(all.reduce((sum, { balance }) => sum + balance, 0)).toBe(0);
    expect(all.filter(({ kind, balance }) => kind !== 'house' && balance < 0)).toEqual([]);
    expect(await findViolations(open.db, [wrongPayments])).toEqual([]);
  }

  it('matches the model when the acts run one after the other', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(actArbitrary, { minLength: 1, maxLength: 25 }), async (acts) => {
        runs += 1;
        const people = world(runs);
        const expected = model();
        for (const act of acts) {
          const wanted =
            act.what === 'welcome'
              ? expected.welcome(act.performer, people.member(act.member))
              : expected.move(people.movementOf(act));
          expect(await perform(act, people)).toBe(wanted);
          if (act.key % 3 === 0) await sumUp(open);
        }
        for (const person of people.people) {
          expect(await balanceOf(open.db, person)).toBe(expected.balance(person));
          if (person.kind === 'member')
            expect(await freeCreditsOf(open.db, person.owner)).toBe(expected.free(person));
        }
      }),
      { numRuns: 40 },
    );
    await expectConserved();
  });

  it('conserves credits and keeps everyone above zero, concurrently', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(actArbitrary, { minLength: 5, maxLength: 60 }), async (acts) => {
        runs += 1;
        const people = world(runs);
        const sums = acts.map(() => sumUp(open));
        const outcomes = await Promise.all([...acts, ...acts].map((act) => perform(act, people)));
        await Promise.all(sums);
        const known = ['moved', 'repeated', 'badRequest.invalid.payment', 'badRequest.idempotency.conflict'];
        expect(outcomes.filter((outcome) => !known.includes(outcome))).toEqual([]);
        const keys = acts.filter((act) => act.what !== 'welcome').map(({ key }) => key);
        const grants = acts.filter((act) => act.what === 'welcome').map((act) => act.performer);
        const moved = outcomes.filter((outcome) => outcome === 'moved').length;
        expect(moved).toBeLessThanOrEqual(new Set(keys).size + new Set(grants).size);
      }),
      { numRuns: name === 'memory' ? 15 : 40 },
    );
    await expectConserved();
  });
});
