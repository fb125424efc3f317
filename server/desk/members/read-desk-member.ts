import { desc, eq } from 'drizzle-orm';
import type { readDeskMember as readDeskMemberCall } from '#contract/desk/people/member-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { versionOf } from '#contract/form-version.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { countPasskeys } from '#server/identity/passkeys/passkeys.ts';
import { openSessionsOf, shownSession } from '#server/identity/sessions.ts';
import { sumsByKind } from '#server/ledger/movements-of.ts';
import { balanceOf, freeCreditsOf } from '#server/ledger/transfer.ts';
import { memberById } from '#server/member/account/find-member.ts';
import { mailsOf } from '#server/member/mail/member-mails.ts';
import { refusedSince } from '#server/member/mail/refused-addresses.ts';
import type { Deps } from '#server/ports/deps.ts';
import { memberPayments } from '#server/wallet/purchase/member-payments.ts';
import { owedBy } from '#server/wallet/returns/debts.ts';
import { memberNotes } from '../tables.ts';
import { waitingRequests } from '../value/requests.ts';

const LAST_PAYMENTS = 50;

export async function readDeskMember(
  deps: Deps,
  caller: Caller,
  { memberId }: ParsedInput<typeof readDeskMemberCall>,
): Promise<OutputOf<typeof readDeskMemberCall>> {
  requireOperator(caller);
  const { db } = deps;
  const member = await memberById(db, memberId);
  const paid = await memberPayments(db, memberId, LAST_PAYMENTS);
  const notes = await db
    .select()
    .from(memberNotes)
    .where(eq(memberNotes.memberId, memberId))
    .orderBy(desc(memberNotes.id));
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
    payments: paid.map(({ returns: _, ...one }) => ({
      ...one,
      request: waiting.find(({ subject }) => subject === `payment:${one.payment}`) ?? null,
    })),
    returns: paid.flatMap(({ payment, returns }) => returns.map((step) => ({ payment, ...step }))),
    devices: (await openSessionsOf(deps, { memberId })).map((session) => shownSession(session, '')),
    passkeys: await countPasskeys(db, { kind: 'member', memberId }),
    mails: await mailsOf(deps, member),
    notes: notes.map(({ id, kind, text, writtenBy, writtenAt }) => ({
      note: id,
      kind,
      message: text,
      by: writtenBy,
      at: writtenAt.toISOString(),
    })),
    version: versionOf([member.email, member.blockedAt, member.deletedAt]),
  };
}
