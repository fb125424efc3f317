import { type Account, transfer } from '#server/ledger/transfer.ts';
import type { TestPerformer } from './people.ts';
import type { TestApp } from './test-app.ts';

const house: Account = { kind: 'house', owner: 'payouts' };
const accountOf = ({ id }: TestPerformer): Account => ({ kind: 'performer', owner: id });

/** Takes credits out of a performer's balance, as a payout does. */
export const payOut = (test: TestApp, performer: TestPerformer, credits: number) =>
  move(test, { from: accountOf(performer), to: house, credits });

/** Gives them back, as for a payout that came back. */
export const payBack = (test: TestApp, performer: TestPerformer, credits: number) =>
  move(test, { from: house, to: accountOf(performer), credits });

const move = ({ deps }: TestApp, { from, to, credits }: { from: Account; to: Account; credits: number }) =>
  deps.db.transaction((tx) =>
    transfer(tx, {
      key: deps.newId(),
      kind: 'payout',
      reference: 'payout:x',
      amount: credits,
      from,
      to,
      at: deps.now(),
    }),
  );
