import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { storedLang } from '#contract/fields.ts';
import type { Locale } from '#contract/locales.ts';
import { foldEmail } from '#contract/member/credentials.ts';
import { routes } from '#contract/routes.ts';
import { mailWork } from '#server/outbox/mail-work.ts';
import { addWork, type WorkKind } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../account/tables.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { isKept } from './email-changes.ts';

interface NewAddress {
  memberId: number;
  email: string;
  token: string;
  lang: Locale;
}

export const newAddressWork: WorkKind<NewAddress> = {
  kind: 'new-address',
  payload: z.object({ memberId: z.number(), email: z.string(), token: z.string(), lang: storedLang }),
};

/** The link, or to somebody who has an account with this address already the word that someone wanted it. */
export async function sendToNewAddress(
  deps: Deps,
  { memberId, email, token, lang }: NewAddress,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.now();
    const [holder] = await tx
      .select({ language: members.language })
      .from(members)
      .where(eq(members.emailFolded, foldEmail(email)));
    // Kept for whoever can go back to it: they were told of the change, and nobody else can have it.
    if (!holder && (await isKept(tx, email, { now, except: memberId }))) return;
    const path = `${routes.confirmEmail}?key=${token}`;
    const mail = holder
      ? writeMail(deps, 'emailTaken', { to: email, lang: holder.language, path: '/' })
      : writeMail(deps, 'emailConfirm', { to: email, lang, path });
    await addWork(tx, mailWork, { payload: mail, runAt: now });
  });
}
