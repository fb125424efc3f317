import { and, eq, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type {
  activate as activateCall,
  logInWithLink as logInWithLinkCall,
} from '#contract/member/account/account-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import type { Caller } from '#server/identity/caller.ts';
import { allowReset } from '#server/identity/reset-sessions.ts';
import { renewToken } from '#server/identity/tokens.ts';
import type { Deps } from '#server/ports/deps.ts';
import { useLink } from '../mail/links.ts';
import { members } from '../tables.ts';
import { startSession } from './log-in.ts';
import { verifyAddress } from './transitions.ts';

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
    await renewToken(tx, caller, { memberId: member.id });
    const { granted } = await verifyAddress(deps, tx, { caller, member });
    return { credits: granted ? prices.welcome : 0, hadCredits: !granted };
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
    if (isAwaited) {
      await renewToken(tx, caller, { memberId: member.id });
      await verifyAddress(deps, tx, { caller, member });
    }
    tx.afterCommit(() => deps.events.record('member.logged-in', { member: member.id, link: true }));
    return { token };
  });
}
