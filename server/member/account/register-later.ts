import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { storedLang } from '#contract/fields.ts';
import { systemCaller } from '#server/identity/caller.ts';
import type { WorkKind } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { sendRegistrationMail } from '../mail/send-registration-mail.ts';
import { createAccount, type NewAccount } from './create-account.ts';

export const registrationWork: WorkKind<NewAccount> = {
  kind: 'registration',
  payload: z.object({
    email: z.string(),
    passwordHash: z.string(),
    lang: storedLang,
    meta: z.record(z.string(), z.string()).optional(),
    from: z.string().optional().catch(undefined),
    network: z.string().optional(),
  }),
};

/** Creates the requested account. If the address already has one, mails its member instead. */
export async function registerLater(deps: Deps, account: NewAccount): Promise<void> {
  try {
    await deps.db.transaction((tx) => createAccount(deps, tx, { caller: systemCaller, account }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sendRegistrationMail(deps, account);
  }
}
