import { desc, eq } from 'drizzle-orm';
import type { readDeskMember as readDeskMemberCall } from '#contract/desk/people/member-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { auditRows } from '#server/audit/tables.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { countPasskeys } from '#server/identity/passkeys/passkeys.ts';
import { openSessionsOf, shownSession } from '#server/identity/sessions.ts';
import { sumsByKind } from '#server/ledger/movements-of.ts';
import { balanceOf, freeCreditsOf } from '#server/ledger/transfer.ts';
import { memberById } from '#server/member/account/find-member.ts';
import { refusedSince } from '#server/member/mail/refused-addresses.ts';
import type { Deps } from '#server/ports/deps.ts';
import { memberPayments } from '#server/wallet/purchase/member-payments.ts';
import { owedBy } from '#server/wallet/returns/debts.ts';
import { shownAct } from '../log/list-acts.ts';
import { waitingRequests } from '../value/requests.ts';

const LAST_PAYMENTS = 50;
const LAST_ACTS = 20;

export async function readDeskMember(
  deps: Deps,
  caller: Caller,
  { memberId }: ParsedInput<typeof readDeskMemberCall>,
): Promise<OutputOf<typeof readDeskMemberCall>> {
  const { role } = requireDesk(caller);
  const { db } = deps;
  const member = await memberById(db, memberId);
  const acts = await db
    .select()
    .from(auditRows)
    .where(eq(auditRows.memberId, memberId))
    .orderBy(desc(auditRows.id))
    .limit(LAST_ACTS);
  const waiting = await waitingRequests(deps, memberId);
  const { username, email, language } = member;
  return {
    memberId,
    username,
    email,
    language,
    createdAt: member.createdAt.toISOString(),
    verifiedAt: member.verifiedAt?.toISOString() ?? null,
    mailRefusedAt: (await refusedSince(deps, email))?.toISOString() ?? null,
    blockedAt: member.blockedAt?.toISOString() ?? null,
    deletedAt: member.deletedAt?.toISOString() ?? null,
    credits: await balanceOf(db, { kind: 'member', owner: memberId }),
    freeCredits: await freeCreditsOf(db, memberId),
    owed: await owedBy(db, memberId),
    sums: await sumsByKind(db, memberId),
    payments: (await memberPayments(db, memberId, LAST_PAYMENTS)).map((one) => ({
      ...one,
      request: waiting.find(({ subject }) => subject === `payment:${one.payment}`) ?? null,
    })),
    devices: (await openSessionsOf(deps, { memberId })).map((session) => shownSession(session, '')),
    passkeys: await countPasskeys(db, { kind: 'member', memberId }),
    acts: acts.map((row) => shownAct(row, role)),
  };
}
