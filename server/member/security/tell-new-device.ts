import { eq } from 'drizzle-orm';
import { longMoment } from '#contract/day.ts';
import type { Locale } from '#contract/locales.ts';
import { placeOf } from '#contract/member/settings/security-calls.ts';
import { routes } from '#contract/site/routes.ts';
import type { Caller } from '#server/identity/caller.ts';
import { deviceOf } from '#server/identity/client.ts';
import { knownDevice } from '#server/identity/devices.ts';
import { hasEarlierSession, type SessionOwner } from '#server/identity/sessions.ts';
import { sessions } from '#server/identity/tables.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { InTx } from '#server/ports/deps.ts';
import { noAffiliate, writeMail } from '../mail/mail-templates.ts';
import { memberAffiliate } from '../mail/member-address.ts';
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

interface Login {
  readonly owner: Exclude<SessionOwner, { kind: 'member' }>;
  readonly sessionId: string;
  readonly to: { readonly email: string; readonly language: Locale };
  readonly mail: 'studioNewDevice' | 'deskNewDevice';
  /** Returns the page that the mail leads to; called only if there is a mail. */
  readonly pathOf: () => string | Promise<string>;
}

/** Queues a mail about a login from an unknown browser or program, except for the first login. */
export async function tellUnknownBrowser(
  deps: InTx,
  { request }: Caller,
  { owner, sessionId, to, mail, pathOf }: Login,
): Promise<void> {
  if (await knownDevice(deps, request.device, owner)) return;
  if (!(await hasEarlierSession(deps.db, owner, sessionId))) return;
  const { email, language } = to;
  const at = deps.now();
  const place = placeOf({ device: deviceOf(request.userAgent), country: request.location.country }, language);
  const facts = [place, longMoment(at, language)].filter((fact) => fact !== null).join(', ');
  const payload = writeMail(
    deps,
    mail,
    { to: email, lang: language, affiliate: noAffiliate, path: await pathOf() },
    { facts },
  );
  await addWork(deps.db, mailWork, { payload, runAt: at });
}
