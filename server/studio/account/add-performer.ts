import type { ParsedInput } from '#contract/endpoint.ts';
import type { Locale } from '#contract/locales.ts';
import { routes } from '#contract/site/routes.ts';
import type { sendApplication as call } from '#contract/studio/account/application-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller, OperatorCaller } from '#server/identity/caller.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { insertPerformer, type NewPerformer } from '#server/performers/account/store-account.ts';
import { storeApplication } from '#server/performers/records/applications.ts';
import type { Deps } from '#server/ports/deps.ts';
import { sendStudioLink } from './studio-link.ts';

/**
 * Adds a performer, offline and without a password, and mails her a link to choose one. Throws
 * `badRequest.username_exists`.
 */
export async function addPerformer(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  caller: OperatorCaller,
  { email, ...performer }: NewPerformer & { readonly email: string; readonly language: Locale },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const performerId = await insertPerformer(tx, performer);
    const subject = `performer:${performerId}`;
    await recordAct(tx, caller, { act: 'performer.added', subject, at: deps.now() });
    const { username, language } = performer;
    await sendStudioLink({ ...deps, db: tx }, caller, { performerId, username, email, language });
  });
}

/**
 * Stores an application for the desk and mails a receipt. One of an address that waits already is dropped, with the same
 * answer.
 */
export async function sendApplication(
  deps: Deps,
  caller: Caller,
  { email, stageName, languages, message, key, lang }: ParsedInput<typeof call>,
): Promise<true> {
  requireFeature(deps, 'studio');
  requireFeature(deps, 'desk');
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const texts = { email, stageName, languages, message, language: lang };
    if (!(await storeApplication(tx, { ...texts, requestKey: key, receivedAt: at }))) return;
    const head = { to: email, lang, affiliate: noAffiliate, path: routes.home };
    const payload = writeMail(deps, 'applicationReceived', head, { name: stageName });
    await addWork(tx, mailWork, { payload, runAt: at });
    const anyone: Caller = { kind: 'system', request: caller.request };
    await recordAct(tx, anyone, { act: 'application.received', at });
  });
  return true;
}
