import { longMoment } from '#contract/day.ts';
import { placeOf } from '#contract/member/security.ts';
import { routes } from '#contract/routes.ts';
import type { Caller } from '#server/identity/caller.ts';
import { deviceOf } from '#server/identity/device-of.ts';
import { knownDevice } from '#server/identity/devices.ts';
import { hasEarlierSession } from '#server/identity/sessions.ts';
import { writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

/**
 * Queues a mail about a login from an unknown browser or program in the transaction of the login (`deps.db`), except
 * for the first login. Returns true if there is a mail; then call `deps.wakeOutbox()` after the commit.
 */
export async function tellNewBrowser(
  deps: Deps,
  { request }: Caller,
  { performerId, sessionId }: { performerId: number; sessionId: string },
): Promise<boolean> {
  // The mail leads to a page of the studio.
  if (!deps.brand.hasFeature('studio')) return false;
  const account = await performerAccount(deps.db, performerId);
  if (!account) return false;
  if (await knownDevice(deps, request.device, { kind: 'performer', performerId })) return false;
  if (!(await hasEarlierSession(deps.db, { performerId }, sessionId))) return false;
  const { email, language } = account;
  const at = deps.now();
  const place = placeOf({ device: deviceOf(request.userAgent), country: request.location.country }, language);
  const facts = [place, longMoment(at, language)].filter((fact) => fact !== null).join(', ');
  const head = { to: email, lang: language, path: routes.studioAccount };
  await addWork(deps.db, mailWork, {
    payload: writeMail(deps, 'studioNewDevice', head, { facts }),
    runAt: at,
  });
  return true;
}
