import { addDays, dayOf, monthSpan, startOfDay } from '#contract/day.ts';
import {
  type Dispute,
  type listDisputes as listDisputesCall,
  type listPayments as listPaymentsCall,
  MONEY_PAGE,
  type moveDispute as moveDisputeCall,
} from '#contract/desk/money/payment-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { versionOf } from '#contract/form-version.ts';
import { receiptNumber } from '#contract/wallet/receipts-calls.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { membersById } from '#server/member/account/find-member.ts';
import type { Deps } from '#server/ports/deps.ts';
import {
  countFailures,
  findPayments,
  type PaymentFilter,
  returnsOf,
} from '#server/wallet/purchase/member-payments.ts';
import { paymentOfReceipt } from '#server/wallet/receipts/reads.ts';
import { disputeDue, type FoundDispute, findDisputes, holdDispute } from '#server/wallet/returns/disputes.ts';
import { answerDispute } from '#server/wallet/returns/transitions.ts';
import { findMembers } from '../members/find-members.ts';

type PaymentQuery = ParsedInput<typeof listPaymentsCall>;

export async function listPayments(
  deps: Deps,
  caller: Caller,
  query: PaymentQuery,
): Promise<OutputOf<typeof listPaymentsCall>> {
  requireOperator(caller);
  const { db, config } = deps;
  const filter = await filterOf(deps, caller, query);
  const found = await findPayments(db, filter, pageOf(query.page));
  const rows = found.slice(0, MONEY_PAGE);
  const back = await returnsOf(
    db,
    rows.map(({ payment }) => payment.id),
  );
  const members = await membersById(
    db,
    rows.map(({ payment }) => payment.memberId),
  );
  const span = filter.span ?? daySpan(dayOf(deps.now()));
  return {
    result: rows.map(({ payment, receipt, at }) => {
      const own = back.filter(({ of }) => of === payment.id);
      return {
        payment: payment.id,
        memberId: payment.memberId,
        username: members.get(payment.memberId)?.username ?? '',
        receipt: receipt && receiptNumber(receipt),
        at: at.toISOString(),
        state: payment.state,
        reason: payment.failReason,
        cents: payment.cents,
        credits: payment.credits,
        method: config.paymentMethods.find(({ id }) => id === payment.method)?.method ?? null,
        gateway: payment.provider,
        order: payment.providerOrder,
        returnedCents: payment.returnedCents,
        owed: own.reduce((sum, { stillOwed }) => sum + stillOwed, 0),
        unsentCents: own.reduce((sum, { sentAt, cents }) => sum + (sentAt === null ? cents : 0), 0),
      };
    }),
    more: found.length > MONEY_PAGE,
    failures: await countFailures(db, { ...filter, span }),
  };
}

/** One more than a page has, to know whether there is another. */
const pageOf = (page: number) => ({ limit: MONEY_PAGE + 1, offset: (page - 1) * MONEY_PAGE });

const daySpan = (day: string) => ({ from: startOfDay(day), to: startOfDay(addDays(day, 1)) });

async function filterOf(
  deps: Deps,
  caller: Caller,
  { day, month, state, method, gateway, find }: PaymentQuery,
): Promise<PaymentFilter> {
  return {
    span: day ? daySpan(day) : month ? monthSpan(month) : undefined,
    state,
    provider: gateway,
    methods: method && deps.config.paymentMethods.flatMap((one) => (one.method === method ? one.id : [])),
    found: find === undefined ? undefined : await foundBy(deps, caller, find),
  };
}

async function foundBy(deps: Deps, caller: Caller, query: string) {
  const { result } = await findMembers(deps, caller, { query });
  const number = query.replace(/^payment:/, '');
  const ofReceipt = await paymentOfReceipt(deps, query);
  return {
    members: result.flatMap(({ by, memberId }) => (by === 'member' ? memberId : [])),
    payments: [number, ...(ofReceipt ? [ofReceipt.id] : [])],
    order: number,
  };
}

export async function listDisputes(
  deps: Pick<Deps, 'config' | 'db'>,
  caller: Caller,
  { state, page }: ParsedInput<typeof listDisputesCall>,
): Promise<OutputOf<typeof listDisputesCall>> {
  requireOperator(caller);
  const found = await findDisputes(deps.db, { state, ...pageOf(page) });
  const rows = found.slice(0, MONEY_PAGE);
  const members = await membersById(
    deps.db,
    rows.map(({ payment }) => payment.memberId),
  );
  return {
    days: deps.config.disputeDays,
    result: rows.map((row) => shownDispute(deps, row, members.get(row.payment.memberId)?.username ?? '')),
    more: found.length > MONEY_PAGE,
  };
}

/** Of what an operator has seen of it. */
const disputeVersion = ({ id, state }: FoundDispute['dispute']): string => versionOf([id, state]);

const shownDispute = (
  deps: Pick<Deps, 'config'>,
  { dispute, back, payment, debt }: FoundDispute,
  username: string,
): Dispute => ({
  dispute: dispute.id,
  payment: payment.id,
  memberId: payment.memberId,
  username,
  cents: back.cents,
  gateway: payment.provider,
  order: payment.providerOrder,
  taken: back.taken,
  owed: debt ? debt.credits - debt.paid : 0,
  reportedAt: dispute.openedAt.toISOString(),
  due: disputeDue(deps, dispute.openedAt).toISOString(),
  state: dispute.state,
  by: dispute.movedBy,
  at: dispute.movedAt?.toISOString() ?? null,
  version: disputeVersion(dispute),
});

/** Throws `badRequest.form.changed` if it has another state than the operator has seen, or cannot become this one. */
export async function moveDispute(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { dispute, state, version }: Omit<ParsedInput<typeof moveDisputeCall>, 'reason'>,
): Promise<OutputOf<typeof moveDisputeCall>> {
  const by = requireOperator(caller);
  const at = now();
  await db.transaction(async (tx) => {
    const row = await holdDispute(tx, dispute);
    if (!row) throw new AppError('badRequest.notFound');
    if (disputeVersion(row) !== version) throw new AppError('badRequest.form.changed');
    if (!(await answerDispute(tx, row, { state, by, at }))) throw new AppError('badRequest.form.changed');
  });
  return true;
}
