import { eq } from 'drizzle-orm';
import { prices } from '#contract/wallet/prices.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { renewToken } from '#server/identity/renew-token.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { welcomeMailbox } from '../mail/welcome-mailbox.ts';
import { members } from '../tables.ts';

/**
 * Marks a member's e-mail address as verified, grants the welcome credits and renews the caller's own token. Returns the
 * credits granted now; 0 if this mailbox has had its welcome credits before.
 */
export async function verifyAddress(
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
