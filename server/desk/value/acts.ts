import { z } from 'zod';
import type * as payouts from '#contract/desk/money/payout-calls.ts';
import type * as members from '#contract/desk/people/member-calls.ts';
import type * as performers from '#contract/desk/people/performer-calls.ts';
import { centsOfCredits } from '#contract/desk/value/acts-of-value.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import { requireAccount } from '#server/member/account/find-member.ts';
import { identityOf } from '#server/performers/records/identity.ts';
import type { Deps } from '#server/ports/deps.ts';
import { holdPayout } from '#server/wallet/payouts/reads.ts';
import { holdRefund, refundPayment } from '#server/wallet/returns/refund-payment.ts';
import { creditMember as giveCredits } from '#server/wallet/spending/grant-credits.ts';
import { versionOfPaid } from '../payouts/list-payouts.ts';
import { centsOwed, markPaid, undoPayout } from '../payouts/pay-out.ts';
import { approveRecorded, holdKnown, holdPresent, readIdentity } from '../performers/record.ts';
import { foldName, guarded, type ValueAction } from './guard.ts';

type ActDeps = Pick<Deps, 'config' | 'db' | 'newId' | 'now'>;

/** Of an act whose payload is the type of its zod schema. */
const actionOf = <Payload extends object, Result>(action: ValueAction<Payload, Result>) => action;

export const goodwill = actionOf({
  act: 'goodwill',
  payload: z.object({ memberId: z.int(), credits: z.int() }),
  answer: z.object({ balance: z.int(), debt: z.int() }),
  isReading: false,
  async weigh({ db, config }, payload) {
    const { memberId, credits } = payload;
    await requireAccount(db, memberId);
    return {
      value: centsOfCredits(credits, config.bundles),
      subject: `member:${memberId}`,
      memberId,
      payload,
    };
  },
  run: giveCredits,
});

/** Throws `badRequest.login.notExists`, also for an erased member. */
export const creditMember = (
  deps: ActDeps,
  caller: Caller,
  { memberId, credits, formKey }: Omit<ParsedInput<typeof members.creditMember>, 'reason'>,
): Promise<OutputOf<typeof members.creditMember>> =>
  guarded(deps, caller, goodwill, { formKey, payload: { memberId, credits } });

export const refund = actionOf({
  act: 'refund',
  payload: z.object({ payment: z.string(), cents: z.int().optional() }),
  answer: z.object({ cents: z.int(), taken: z.int(), owed: z.int(), balance: z.int() }),
  isReading: false,
  async weigh({ db }, { payment: id, cents: wanted }) {
    const { payment, cents } = await holdRefund(db, { id, cents: wanted });
    const { memberId } = payment;
    return { value: cents, subject: `payment:${id}`, memberId, payload: { payment: id, cents } };
  },
  run: (deps, by, { payment: id, cents }) => refundPayment(deps, by, { id, cents }),
});

/** Throws `badRequest.notFound`, and `badRequest.invalid.payment` if less is left. */
export const askRefund = (
  deps: ActDeps,
  caller: Caller,
  { payment, cents, formKey }: Omit<ParsedInput<typeof members.askRefund>, 'reason'>,
): Promise<OutputOf<typeof members.askRefund>> =>
  guarded(deps, caller, refund, { formKey, payload: { payment, cents } });

export const payout = actionOf({
  act: 'payout',
  payload: z.object({
    performer: z.int(),
    month: z.string(),
    version: z.string(),
    reference: z.string(),
  }),
  // The same version and reference answer the same payout.
  answer: null,
  isReading: false,
  async weigh(deps, payload) {
    const subject = `performer:${payload.performer}`;
    return { value: await centsOwed(deps, payload), subject, payload };
  },
  run: markPaid,
});

/** Throws like `markPaid`. */
export const payOut = (
  deps: ActDeps,
  caller: Caller,
  { performer, month, version, reference, formKey }: Omit<ParsedInput<typeof payouts.payOut>, 'reason'>,
): Promise<OutputOf<typeof payouts.payOut>> =>
  guarded(deps, caller, payout, { formKey, payload: { performer, month, version, reference } });

export const payoutReturn = actionOf({
  act: 'payout-return',
  payload: z.object({ payout: z.int(), version: z.string() }),
  answer: null,
  isReading: false,
  async weigh({ db }, payload) {
    const row = await holdPayout(db, payload.payout);
    if (!row) throw new AppError('badRequest.notFound');
    if (versionOfPaid(row) !== payload.version) throw new AppError('badRequest.payout.changed');
    const value = row.returnedAt === null ? row.cents : 0;
    return { value, subject: `performer:${row.performerId}`, payload };
  },
  run: (deps, by, { payout: id }) => undoPayout(deps, by, { payout: id }),
});

/** Throws `badRequest.notFound`, and `badRequest.payout.changed` for the version of another payout. */
export const returnPayout = (
  deps: ActDeps,
  caller: Caller,
  { payout: id, version, formKey }: Omit<ParsedInput<typeof payouts.returnPayout>, 'reason'>,
): Promise<OutputOf<typeof payouts.returnPayout>> =>
  guarded(deps, caller, payoutReturn, { formKey, payload: { payout: id, version } });

const ofPerformer = z.object({ performer: z.int() });

export const approval = actionOf({
  act: 'approval',
  payload: ofPerformer,
  answer: z.literal(true),
  isReading: false,
  async weigh({ db }, payload) {
    const { performer } = payload;
    await holdPresent(db, performer);
    const row = await identityOf(db, performer);
    if (!row) throw new AppError('badRequest.identity.missing');
    return { value: 1, subject: `performer:${performer}`, preparedBy: foldName(row.checkedBy), payload };
  },
  run: approveRecorded,
});

/** Throws `badRequest.identity.missing` without a record. */
export const approvePerformer = (
  deps: ActDeps,
  caller: Caller,
  { performer, formKey }: Omit<ParsedInput<typeof performers.approvePerformer>, 'reason' | 'version'>,
): Promise<OutputOf<typeof performers.approvePerformer>> =>
  guarded(deps, caller, approval, { formKey, payload: { performer } });

export const record = actionOf({
  act: 'record',
  payload: ofPerformer,
  // A record is never stored a second time.
  answer: null,
  isReading: true,
  async weigh({ db }, payload) {
    await holdKnown(db, payload.performer);
    return { value: 1, subject: `performer:${payload.performer}`, payload };
  },
  run: readIdentity,
});

/** Throws `badRequest.identity.missing`, and `badRequest.identity.sealed` with another SECRET. */
export const openIdentity = (
  deps: ActDeps,
  caller: Caller,
  { performer, formKey }: Omit<ParsedInput<typeof performers.openIdentity>, 'reason'>,
): Promise<OutputOf<typeof performers.openIdentity>> =>
  guarded(deps, caller, record, { formKey, payload: { performer } });
