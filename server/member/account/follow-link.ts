import { and, eq, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type {
  activate as activateCall,
  logInWithLink as logInWithLinkCall,
} from '#contract/member/account-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { allowReset } from '#server/identity/sessions.ts';
import { renewToken } from '#server/identity/tokens.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { useLink } from '../mail/links.ts';
import { welcomeMailbox } from '../mail/welcome-mailbox.ts';
import { members } from '../tables.ts';
import { startSession } from './start-session.ts';

/**
 * Verifies the e-mail address the link was sent to and grants the welcome credits, in one transaction. For a verified
 * member it only uses up the link.
 */
export async function activate(
  deps: Deps,
  caller: Caller,
  { key }: ParsedInput<typeof activateCall>,
): Promise<OutputOf<typeof activateCall>> {
  return deps.db.transaction(async (tx) => {
    const link = await useLink(tx, 'activate', { token: key, now: deps.now() });
    const [member] = await tx
      .select({ id: members.id, email: members.email, verifiedAt: members.verifiedAt })
      .from(members)
      .where(and(eq(members.id, link.memberId), eq(members.email, link.email), isNull(members.deletedAt)))
      .for('update');
    if (!member) throw new AppError('badRequest.link.expired');
    if (member.verifiedAt !== null) return { credits: 0, hadCredits: false };
    const credits = await verifyAddress(deps, tx, { caller, member });
    return { credits, hadCredits: credits === 0 };
  });
}

/**
 * Opens a session with a reset link, which replaces the old password there until it expires. With generic labels it
 * also verifies the address, without which a member cannot log in.
 */
export async function logInWithLink(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof logInWithLinkCall>,
): Promise<{ token: string }> {
  return deps.db.transaction(async (tx) => {
    const link = await useLink(tx, 'reset', { token: input.token, now: deps.now() });
    const [member] = await tx
      .select({ id: members.id, email: members.email, verifiedAt: members.verifiedAt })
      .from(members)
      .where(and(eq(members.id, link.memberId), eq(members.email, link.email), isNull(members.deletedAt)));
    if (!member) throw new AppError('badRequest.link.expired');
    const { sessionId, token } = await startSession({ ...deps, db: tx }, caller, member.id);
    await allowReset(tx, sessionId, { hash: link.tokenHash, until: link.expiresAt });
    const isAwaited = deps.config.loginLabels === 'generic' && member.verifiedAt === null;
    if (isAwaited) await verifyAddress(deps, tx, { caller, member });
    tx.afterCommit(() => deps.events.record('member.logged-in', { member: member.id, link: true }));
    return { token };
  });
}

/**
 * Marks a member's e-mail address as verified, grants the welcome credits and renews the caller's own token. Returns the
 * credits granted now; 0 if this mailbox has had its welcome credits before.
 */
async function verifyAddress(
  deps: Deps,
  tx: Tx,
  { caller, member }: { caller: Caller; member: { id: number; email: string } },
): Promise<number> {
  const { config, push, events } = deps;
  const at = deps.now();
  const memberId = member.id;
  await renewToken(tx, caller, { memberId });
  await tx.update(members).set({ verifiedAt: at }).where(eq(members.id, memberId));
  await recordAct(tx, caller, { act: 'member.verified', memberId, at });
  const welcome = await welcomeMailbox(tx, { memberId, email: member.email, at, config });
  tx.afterCommit(() => {
    push.toMember(memberId, 'member-changed', {});
    if (welcome.granted) push.toMember(memberId, 'updated-credits', { credits: welcome.credits });
    events.record('member.verified', { member: memberId, granted: welcome.granted });
  });
  return welcome.granted ? prices.welcome : 0;
}
