import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { routes } from '#contract/site/routes.ts';
import { addWork, mailWork, type WorkKind } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isKept } from '../account/kept-email.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { affiliateIn } from '../mail/member-affiliate.ts';
import { members } from '../tables.ts';

interface NewAddress {
  memberId: number;
  email: string;
  token: string;
}

export const newAddressWork: WorkKind<NewAddress> = {
  kind: 'new-address',
  payload: z.object({ memberId: z.number(), email: z.string(), token: z.string() }),
};

/** Mails the confirmation link. If the address already has an account, tells its member about the request instead. */
export async function sendToNewAddress(deps: Deps, { memberId, email, token }: NewAddress): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.now();
    const addressee = { lang: members.language, meta: members.meta };
    const [holder] = await tx
      .select(addressee)
      .from(members)
      .where(eq(members.emailFolded, foldEmail(email)));
    // The address is kept for a member, who was already told of the change; it cannot be given to another.
    if (!holder && (await isKept(tx, email, { now, except: memberId }))) return;
    const [asking] = await tx.select(addressee).from(members).where(eq(members.id, memberId));
    const reader = holder ?? asking;
    if (!reader) return;
    const { lang, meta } = reader;
    const head = { to: email, lang, affiliate: affiliateIn(meta) };
    const mail = holder
      ? writeMail(deps, 'emailTaken', { ...head, path: '/' })
      : writeMail(deps, 'emailConfirm', { ...head, path: `${routes.confirmEmail}?key=${token}` });
    await addWork(tx, mailWork, { payload: mail, runAt: now });
  });
}
