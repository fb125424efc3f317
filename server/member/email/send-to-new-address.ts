import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { storedLang } from '#contract/fields.ts';
import type { Locale } from '#contract/locales.ts';
import { foldEmail } from '#contract/member/credentials.ts';
import { routes } from '#contract/routes.ts';
import { addWork, mailWork, type WorkKind } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isKept } from '../account/kept-email.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { members } from '../tables.ts';

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

/** Mails the confirmation link. If the address already has an account, tells its member about the request instead. */
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
    // The address is kept for a member, who was already told of the change; it cannot be given to another.
    if (!holder && (await isKept(tx, email, { now, except: memberId }))) return;
    const path = `${routes.confirmEmail}?key=${token}`;
    const mail = holder
      ? writeMail(deps, 'emailTaken', { to: email, lang: holder.language, path: '/' })
      : writeMail(deps, 'emailConfirm', { to: email, lang, path });
    await addWork(tx, mailWork, { payload: mail, runAt: now });
  });
}
