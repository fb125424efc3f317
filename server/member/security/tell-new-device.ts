import { and, count, eq, ne } from 'drizzle-orm';
import { longMoment } from '#contract/day.ts';
import { placeOf } from '#contract/member/login-place.ts';
import { routes } from '#contract/routes.ts';
import type { Caller } from '#server/identity/caller.ts';
import { knownDevice } from '#server/identity/devices.ts';
import { sessions } from '#server/identity/tables.ts';
import { mailWork } from '#server/outbox/mail-work.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../account/tables.ts';
import { writeMail } from '../mail/mail-templates.ts';

/**
 * Leaves a mail about a login from a browser this account was not known to, in the transaction of the login (`deps.db`).
 * The first login of all is no news. True when there is a mail: call `deps.wakeOutbox()` after the commit.
 */
export async function tellNewDevice(
  deps: Deps,
  { request }: Caller,
  { memberId, sessionId }: { memberId: number; sessionId: string },
): Promise<boolean> {
  if (await knownDevice(deps, request.device, { kind: 'member', memberId })) return false;
  const [before] = await deps.db
    .select({ total: count() })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), ne(sessions.id, sessionId)));
  if ((before?.total ?? 0) === 0) return false;
  const [member] = await deps.db
    .select({ email: members.email, language: members.language })
    .from(members)
    .where(eq(members.id, memberId));
  const [session] = await deps.db.select().from(sessions).where(eq(sessions.id, sessionId));
  if (!member || !session) return false;
  const { email, language } = member;
  const facts = [placeOf(session, language), longMoment(session.createdAt, language)];
  const head = { to: email, lang: language, path: routes.forgotPassword };
  await addWork(deps.db, mailWork, {
    payload: writeMail(deps, 'newDevice', head, { facts: facts.filter((fact) => fact !== null).join(', ') }),
    runAt: deps.now(),
  });
  return true;
}
