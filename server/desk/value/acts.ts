import { z } from 'zod';
import type * as payouts from '#contract/desk/money/payout-calls.ts';
import type * as identities from '#contract/desk/people/identity-calls.ts';
import type * as members from '#contract/desk/people/member-calls.ts';
import type * as performers from '#contract/desk/people/performer-calls.ts';
import { centsOfCredits } from '#contract/desk/value/acts-of-value.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import { requireAccount } from '#server/member/account/find-member.ts';
import { countRecords, identityOf } from '#server/performers/records/identity.ts';
import { personById, recordedIn } from '#server/performers/records/people.ts';
import type { Deps } from '#server/ports/deps.ts';
import { holdPayout } from '#server/wallet/payouts/reads.ts';
import { holdRefund, refundPayment } from '#server/wallet/returns/refund-payment.ts';
import { creditMember as giveCredits } from '#server/wallet/spending/grant-credits.ts';
import { versionOfPaid } from '../payouts/list-payouts.ts';
import { centsOwed, markPaid, undoPayout } from '../payouts/pay-out.ts';
import { recordVersion } from '../performers/identities.ts';
import { readIdentity } from '../performers/open-record.ts';
import { approveRecorded, holdKnown, holdPresent } from '../performers/record.ts';
import { foldName, guarded, type ValueAction, type ValueDeps } from './guard.ts';

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

/** The person is one beside the performer. */
const ofApproval = z.object({
  performer: z.int(),
  person: z.int().optional(),
  version: z.string().optional(),
});

export const approval = actionOf({
  act: 'approval',
  payload: ofApproval,
  answer: z.literal(true),
  isReading: false,
  async weigh({ db }, payload) {
    const { performer, person, version } = payload;
    await holdPresent(db, performer);
    const row = person === undefined ? await identityOf(db, performer) : await personById(db, person);
    if (!row) throw new AppError('badRequest.identity.missing');
    if (version !== undefined && recordVersion(row) !== version)
      throw new AppError('badRequest.form.changed');
    return {
      value: 1,
      subject: person === undefined ? `performer:${performer}` : `person:${person}`,
      preparedBy: foldName(row.checkedBy),
      payload,
    };
  },
  run: (deps, by, { performer, person }) => approveRecorded(deps, by, { performer, person }),
});

/** Throws `badRequest.identity.missing` without a record. */
export const approvePerformer = (
  deps: ActDeps,
  caller: Caller,
  { performer, formKey }: Omit<ParsedInput<typeof performers.approvePerformer>, 'reason' | 'version'>,
): Promise<OutputOf<typeof performers.approvePerformer>> =>
  guarded(deps, caller, approval, { formKey, payload: { performer } });

/** Throws `badRequest.notFound`, and `badRequest.form.changed` for another version. */
export async function approvePerson(
  deps: ActDeps,
  caller: Caller,
  { record: key, version, formKey }: Omit<ParsedInput<typeof identities.approvePerson>, 'reason'>,
): Promise<OutputOf<typeof identities.approvePerson>> {
  const { personId } = recordedIn(key);
  const row = personId === null ? undefined : await personById(deps.db, personId);
  if (!row) throw new AppError('badRequest.notFound');
  const payload = { performer: row.performerId, person: row.id, version };
  return guarded(deps, caller, approval, { formKey, payload });
}

/** Null for the records of all performers. */
export const ofRecords = z.object({ performer: z.int().nullable() });

/** One record counts once, with those of people beside her; all of them by their number. */
export async function weighRecords({ db }: ValueDeps, payload: z.infer<typeof ofRecords>) {
  const { performer } = payload;
  if (performer === null) return { value: await countRecords(db), subject: 'identity:all', payload };
  await holdKnown(db, performer);
  return { value: 1, subject: `performer:${performer}`, payload };
}

export const record = actionOf({
  act: 'record',
  payload: ofRecords,
  // A record is never stored a second time.
  answer: null,
  isReading: true,
  weigh: weighRecords,
  async run(deps, by, { performer }) {
    if (performer === null) throw new AppError('badRequest.notFound');
    return readIdentity(deps, by, { performer });
  },
});

/** Throws `badRequest.identity.missing`, and `badRequest.identity.sealed` with another SECRET. */
export const openIdentity = (
  deps: ActDeps,
  caller: Caller,
  { performer, formKey }: Omit<ParsedInput<typeof performers.openIdentity>, 'reason'>,
): Promise<OutputOf<typeof performers.openIdentity>> =>
  guarded(deps, caller, record, { formKey, payload: { performer } });
