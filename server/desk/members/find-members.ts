import type { findMembers as call } from '#contract/desk/people/member-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { labelOf } from '#contract/errors.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { membersOfTransfer } from '#server/ledger/movements-of.ts';
import { findMember, membersById, membersLike } from '#server/member/account/find-member.ts';
import type { Deps } from '#server/ports/deps.ts';
import { memberOfPayment } from '#server/wallet/purchase/member-payments.ts';
import { paymentOfReceipt } from '#server/wallet/receipts/reads.ts';

/** Members found by a part of their name. */
const NAMES_MAX = 20;

type By = OutputOf<typeof call>['result'][number]['by'];

/**
 * A number may be a member's and a transfer's, so that several are found. Names that start with the query are looked for
 * only if it is nothing else: that reads the whole table.
 */
export async function findMembers(
  deps: Deps,
  caller: Caller,
  { query }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireOperator(caller);
  const found: (readonly [By, number | undefined])[] = [
    ['member', await memberExactly(deps, query)],
    ['payment', await memberOfPayment(deps.db, query.replace(/^payment:/, ''))],
    ['receipt', (await paymentOfReceipt(deps, query))?.memberId],
    ...(await inTransfer(deps, query)).map((id) => ['transfer', id] as const),
  ];
  if (!query.includes('@') && found.every(([, id]) => id === undefined))
    found.push(...(await membersLike(deps.db, query, NAMES_MAX)).map((id) => ['member', id] as const));
  const rows = await membersById(
    deps.db,
    found.flatMap(([, id]) => id ?? []),
  );
  return {
    result: found.flatMap(([by, id]) => {
      const member = id === undefined ? undefined : rows.get(id);
      if (!member) return [];
      const { username, email, deletedAt } = member;
      return { memberId: member.id, username, email, by, deletedAt: deletedAt?.toISOString() ?? null };
    }),
  };
}

/** The one whose number, address or username it is. */
async function memberExactly({ db }: Deps, query: string): Promise<number | undefined> {
  const exact = await findMember(db, query.replace(/^member:/, '')).catch((error: unknown) => {
    if (labelOf(error) !== 'badRequest.login.notExists') throw error;
    return null;
  });
  return exact?.id;
}

async function inTransfer({ db }: Deps, query: string): Promise<number[]> {
  const [, number] = /^(?:transfer:|#)?(\d{1,15})$/.exec(query) ?? [];
  return number === undefined ? [] : membersOfTransfer(db, Number(number));
}
