import { and, eq, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type confirmEmail as call, UNDO_EMAIL_SECONDS } from '#contract/member/settings/email-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { prices } from '#contract/wallet/prices.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { isDuplicate } from '#server/db/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import { hashToken, newLinkToken, renewToken } from '#server/identity/tokens.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Welcome } from '#server/wallet/spending/grant-credits.ts';
import { verifyAddress } from '../account/transitions.ts';
import { closeLinks } from '../mail/links.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { affiliateIn } from '../mail/member-address.ts';
import { noteMailbox } from '../mail/welcome-mailbox.ts';
import { emailChanges, members } from '../tables.ts';
import { setEmail } from './email-changes.ts';

/**
 * Makes the new address the account's. A verified old address gets a way back; an unverified one may be a stranger's.
 * Throws `badRequest.link.expired`, also if another account has the new address.
 */
export async function confirmEmail(
  deps: Deps,
  caller: Caller,
  { key }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const changed = await deps.db
    .transaction(async (tx) => {
      const changed = await confirm(deps, tx, { caller, key });
      const { memberId, welcome } = changed;
      tx.afterCommit(() => {
        // A verification has told it.
        if (!welcome) deps.push.toMember(memberId, 'member-changed', {});
        deps.events.record('member.email-changed', { member: memberId });
      });
      return changed;
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new AppError('badRequest.link.expired') : error;
    });
  const { email, welcome } = changed;
  return { email, ...welcomedBy(welcome) };
}

/** What a page tells about the welcome credits; null if they were no question. */
const welcomedBy = (welcome: Welcome | null) => ({
  credits: welcome?.granted ? prices.welcome : 0,
  hadCredits: welcome !== null && !welcome.granted,
});

async function confirm(deps: Deps, tx: Tx, { caller, key }: { caller: Caller; key: string }) {
  const at = deps.now();
  const change = await readWish(tx, key, at);
  const { memberId, newEmail } = change;
  const [member] = await tx
    .select({
      email: members.email,
      language: members.language,
      meta: members.meta,
      verifiedAt: members.verifiedAt,
    })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt)))
    .for('update');
  if (!member) throw new AppError('badRequest.link.expired');
  await setEmail(tx, memberId, newEmail);
  await renewToken(tx, caller, { memberId });
  await closeLinks(tx, { kind: 'activate', memberId, now: at });
  await closeLinks(tx, { kind: 'reset', memberId, now: at });
  await recordAct(tx, caller, { act: 'member.email-changed', memberId, at });
  const confirmed = { confirmedAt: at };
  if (member.verifiedAt) {
    await noteMailbox(tx, { email: member.email, at, config: deps.config });
    const undo = await tellOldAddress(deps, tx, member);
    await tx
      .update(emailChanges)
      .set({ ...confirmed, ...undo })
      .where(eq(emailChanges.id, change.id));
    return { memberId, email: newEmail, welcome: null };
  }
  await tx.update(emailChanges).set(confirmed).where(eq(emailChanges.id, change.id));
  const welcome = await verifyAddress(deps, tx, { caller, member: { id: memberId, email: newEmail } });
  return { memberId, email: newEmail, welcome };
}

async function readWish(tx: Tx, key: string, now: Date) {
  const [change] = await tx
    .select()
    .from(emailChanges)
    .where(eq(emailChanges.confirmHash, hashToken(key)))
    .for('update');
  if (change?.confirmedAt) throw new AppError('badRequest.link.used');
  if (!change || change.closedAt || change.expiresAt <= now) throw new AppError('badRequest.link.expired');
  return change;
}

/** Mails the old address and returns the columns that make its undo link valid. */
async function tellOldAddress(
  deps: Deps,
  tx: Tx,
  member: Pick<typeof members.$inferSelect, 'email' | 'language' | 'meta'>,
) {
  const { email, language, meta } = member;
  const now = deps.now();
  const { token, hash } = newLinkToken();
  const path = `${routes.undoEmail}?key=${token}`;
  const mail = writeMail(deps, 'emailChanged', {
    to: email,
    lang: language,
    affiliate: affiliateIn(meta),
    path,
  });
  await addWork(tx, mailWork, { payload: mail, runAt: now });
  return { undoHash: hash, undoUntil: new Date(now.getTime() + UNDO_EMAIL_SECONDS * 1000) };
}
