import { and, eq, isNull } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { activate as call } from '#contract/member/account-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { grantWelcome } from '#server/wallet/spending/grant-welcome.ts';
import { useLink } from '../mail/links.ts';
import { members } from './tables.ts';

/** Verifies the e-mail address a link was sent to and grants the welcome credits, in one transaction. */
export async function activate(
  deps: Deps,
  caller: Caller,
  { key }: ParsedInput<typeof call>,
): Promise<{ credits: number }> {
  const { config } = deps;
  const at = deps.now();
  const { memberId, welcome } = await deps.db.transaction(async (tx) => {
    const link = await useLink(tx, 'activate', { token: key, now: at });
    const [member] = await tx
      .update(members)
      .set({ verifiedAt: at })
      .where(and(eq(members.id, link.memberId), eq(members.email, link.email), isNull(members.deletedAt)))
      .returning({ id: members.id, emailFolded: members.emailFolded });
    if (!member) throw new AppError('badRequest.link.expired');
    const { id, emailFolded } = member;
    await recordAct(tx, caller, { act: 'member.verified', memberId: id, at });
    return { memberId: id, welcome: await grantWelcome(tx, { memberId: id, emailFolded, at, config }) };
  });
  deps.push.toMember(memberId, 'member-changed', {});
  if (welcome.granted) deps.push.toMember(memberId, 'updated-credits', { credits: welcome.credits });
  deps.events.record('member.verified', { member: memberId, granted: welcome.granted });
  return { credits: welcome.granted ? prices.welcome : 0 };
}
