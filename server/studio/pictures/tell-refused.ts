import { routes } from '#contract/site/routes.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/reads.ts';
import type { Deps, InTx } from '#server/ports/deps.ts';

export type RefuseDeps = Pick<Deps, 'config' | 'db' | 'newId' | 'now'>;

/** Queues a mail with the reason. It does not say what the picture or film shows, because others may see the mail. */
export async function tellRefused(
  deps: InTx<RefuseDeps>,
  { performerId, reason, at }: { performerId: number; reason: string; at: Date },
): Promise<void> {
  const account = await performerAccount(deps.db, performerId);
  if (!account) return;
  const { email, language } = account;
  const head = { to: email, lang: language, affiliate: noAffiliate, path: routes.studioPictures };
  await addWork(deps.db, mailWork, {
    payload: writeMail(deps, 'studioPictureRefused', head, { reason }),
    runAt: at,
  });
}
