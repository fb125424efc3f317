import { eq } from 'drizzle-orm';
import { longMoment } from '#contract/day.ts';
import { placeOf } from '#contract/member/security.ts';
import { routes } from '#contract/routes.ts';
import type { Caller } from '#server/identity/caller.ts';
import { knownDevice } from '#server/identity/devices.ts';
import { hasEarlierSession } from '#server/identity/sessions.ts';
import { sessions } from '#server/identity/tables.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { memberAffiliate } from '../mail/member-affiliate.ts';
import { members } from '../tables.ts';

/**
 * Queues a mail about a login from an unknown browser in the transaction of the login (`deps.db`), except for the first
 * login. Returns true if there is a mail; then call `deps.wakeOutbox()` after the commit.
 */
export async function tellNewDevice(
  deps: Deps,
  { request }: Caller,
  { memberId, sessionId }: { memberId: number; sessionId: string },
): Promise<boolean> {
  if (await knownDevice(deps, request.device, { kind: 'member', memberId })) return false;
  if (!(await hasEarlierSession(deps.db, { memberId }, sessionId))) return false;
  const [member] = await deps.db
    .select({ email: members.email, language: members.language })
    .from(members)
    .where(eq(members.id, memberId));
  const [session] = await deps.db.select().from(sessions).where(eq(sessions.id, sessionId));
  if (!member || !session) return false;
  const { email, language } = member;
  const facts = [placeOf(session, language), longMoment(session.createdAt, language)];
  const affiliate = await memberAffiliate(deps.db, memberId);
  const head = { to: email, lang: language, affiliate, path: routes.forgotPassword };
  await addWork(deps.db, mailWork, {
    payload: writeMail(deps, 'newDevice', head, { facts: facts.filter((fact) => fact !== null).join(', ') }),
    runAt: deps.now(),
  });
  return true;
}
