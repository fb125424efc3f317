import { startOfDay, TIME_ZONE } from '#contract/day.ts';
import { type Payout, type payOut as payOutCall, payoutVersion } from '#contract/desk/money/payout-calls.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { isoCodes } from '#contract/locales.ts';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { holdPayout, type PayoutRow, payoutsOf } from '#server/wallet/payouts/reads.ts';
import { storePayout, storeReturn } from '#server/wallet/payouts/transitions.ts';
import { duePayouts, shownPayout } from './list-payouts.ts';

const CURRENCY = 'EUR';

type Input = Omit<ParsedInput<typeof payOutCall>, 'reason' | 'formKey'>;

/**
 * Marks a month's debt to a performer, also a removed one, as paid, and mails her. Idempotent by version and
 * reference. Throws `badRequest.performer.notExists`, `badRequest.payout.paid`, `badRequest.payout.changed` if
 * another amount is owed than the operator has seen, and `badRequest.payout.stopped`. Run by the guard of acts of value.
 */
export async function markPaid(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  by: OperatorCaller,
  input: Input,
): Promise<Payout> {
  const { performer: performerId, month, reference } = input;
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const { username, paid, due } = await holdDue({ ...deps, db: tx }, input);
    if (paid) return shownPayout(paid, username);
    const { credits, rate, cents, earlier } = due;
    const row = await storePayout(tx, {
      performerId,
      month,
      credits,
      rate,
      cents,
      currency: CURRENCY,
      reference,
      paidBy: by.name,
      earlier,
      at,
    });
    await tellPayout(deps, tx, 'paidOut', { ...row, at });
    const details = { credits, cents };
    await recordAct(tx, by, { act: 'payout.paid', subject: `performer:${performerId}`, details, at });
    return shownPayout(row, username);
  });
}

/** Cents that `markPaid` would pay; 0 if this payout was made before. Throws like it. */
export async function centsOwed(
  deps: Pick<Deps, 'config' | 'now'> & { readonly db: Tx },
  input: Input,
): Promise<number> {
  const { due } = await holdDue(deps, input);
  return due?.cents ?? 0;
}

/** Locks the performer. Returns the payout that was made before, or what is due. */
async function holdDue(
  deps: Pick<Deps, 'config' | 'now'> & { readonly db: Tx },
  { performer: performerId, month, version, reference }: Input,
) {
  // Also locks the row of a removed performer.
  await holdPerformer(deps.db, performerId, 'no key update');
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const { username } = performer;
  const before = (await payoutsOf(deps.db, performerId)).filter((row) => row.month === month);
  const paid = before.find(({ returnedAt }) => returnedAt === null);
  if (paid) {
    if (paid.reference !== reference || versionOf(paid, before) !== version)
      throw new AppError('badRequest.payout.paid');
    return { username, paid, due: null };
  }
  const [due] = await duePayouts(deps, { month, only: performerId });
  if (due?.version !== version) throw new AppError('badRequest.payout.changed');
  const { payoutRate: rate } = deps.config;
  const { credits, cents, earlier } = due;
  if (due.stop !== null || rate === null || cents === null) throw new AppError('badRequest.payout.stopped');
  return { username, paid: null, due: { credits, rate, cents, earlier } };
}

/** The version that an operator had seen who made this payout. */
const versionOf = ({ id, credits, rate }: PayoutRow, all: readonly PayoutRow[]): string =>
  payoutVersion(all.filter((row) => row.id < id).length, credits, rate);

/** Gives back the credits of a payout whose bank transfer came back, and mails the performer; does nothing the second time. */
export async function undoPayout(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  by: OperatorCaller,
  { payout: id }: { payout: number },
): Promise<true> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const payout = await holdPayout(tx, id);
    if (!payout) throw new AppError('badRequest.notFound');
    if (payout.returnedAt !== null) return;
    await storeReturn(tx, payout, { by, at });
    await tellPayout(deps, tx, 'payoutReturned', { ...payout, at });
  });
  return true;
}

/** Queues the mail about a payout in the transaction of the act; a performer who has left gets none. */
async function tellPayout(
  deps: Pick<Deps, 'config' | 'newId'>,
  tx: Tx,
  kind: 'paidOut' | 'payoutReturned',
  { performerId, month, credits, cents, currency, reference, at }: PayoutRow & { at: Date },
): Promise<void> {
  const account = await performerAccount(tx, performerId);
  if (!account) return;
  const { email, language } = account;
  const words = {
    month: new Intl.DateTimeFormat(isoCodes[language], {
      month: 'long',
      year: 'numeric',
      timeZone: TIME_ZONE,
    }).format(startOfDay(`${month}-01`)),
    credits: new Intl.NumberFormat(language).format(credits),
    amount: new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100),
    reference,
  };
  const head = {
    to: email,
    lang: language,
    affiliate: noAffiliate,
    path: `${routes.studioEarnings}?month=${month}`,
  };
  await addWork(tx, mailWork, { payload: writeMail(deps, kind, head, words), runAt: at });
}
