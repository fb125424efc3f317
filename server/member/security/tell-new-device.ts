import { eq } from 'drizzle-orm';
import { longMoment } from '#contract/day.ts';
import { placeOf } from '#contract/member/settings/security-calls.ts';
import { routes } from '#contract/site/routes.ts';
import type { Caller } from '#server/identity/caller.ts';
import { knownDevice } from '#server/identity/devices.ts';
import { hasEarlierSession } from '#server/identity/sessions.ts';
import { sessions } from '#server/identity/tables.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { InTx } from '#server/ports/deps.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { memberAffiliate } from '../mail/member-affiliate.ts';
import { members } from '../tables.ts';

/** Queues a mail about a login from an unknown browser, except for the first login. */
export async function tellNewDevice(
  deps: InTx,
  { request }: Caller,
  { memberId, sessionId }: { memberId: number; sessionId: string },
): Promise<void> {
  if (await knownDevice(deps, request.device, { kind: 'member', memberId })) return;
  if (!(await hasEarlierSession(deps.db, { memberId }, sessionId))) return;
  const [member] = await deps.db
    .select({ email: members.email, language: members.language })
    .from(members)
    .where(eq(members.id, memberId));
  const [session] = await deps.db.select().from(sessions).where(eq(sessions.id, sessionId));
  if (!member || !session) return;
  const { email, language } = member;
  const facts = [placeOf(session, language), longMoment(session.createdAt, language)];
  const affiliate = await memberAffiliate(deps.db, memberId);
  const head = { to: email, lang: language, affiliate, path: routes.forgotPassword };
  await addWork(deps.db, mailWork, {
    payload: writeMail(deps, 'newDevice', head, { facts: facts.filter((fact) => fact !== null).join(', ') }),
    runAt: deps.now(),
  });
}
