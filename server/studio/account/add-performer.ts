import type { Locale } from '#contract/locales.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { insertPerformer, type NewPerformer } from '#server/performers/account/store-account.ts';
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
