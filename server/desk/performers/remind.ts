import { addDays, dayOf, longDate } from '#contract/day.ts';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { systemCaller } from '#server/identity/caller.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import { noteReminded, remindable } from '#server/performers/records/keep-records.ts';
import type { Deps } from '#server/ports/deps.ts';

type RemindDeps = Pick<Deps, 'config' | 'db' | 'newId' | 'now'>;

/** Mails performers whose document expires in thirty days, in seven, and today; the desk sees those without an address. */
export async function remindOfDocuments(deps: RemindDeps): Promise<void> {
  const at = deps.now();
  const today = dayOf(at);
  const { identityRequired, identityGrace: grace } = deps.config;
  for (const { performerId, expiresOn } of await remindable(deps.db, today))
    await deps.db.transaction(async (tx) => {
      const account = await performerAccount(tx, performerId);
      if (!account || !(await noteReminded(tx, { performerId, expiresOn, today }))) return;
      const { email: to, language: lang } = account;
      const head = { to, lang, affiliate: noAffiliate, path: routes.studio };
      const isRequired = identityRequired && grace !== null;
      const mail = writeMail(deps, isRequired ? 'documentExpires' : 'documentExpiresOnly', head, {
        day: longDate(expiresOn, lang),
        ...(isRequired && { last: longDate(addDays(expiresOn, grace), lang) }),
      });
      await addWork(tx, mailWork, { payload: mail, runAt: at });
      const subject = `performer:${performerId}`;
      await recordAct(tx, systemCaller, { act: 'identity.reminded', subject, at });
    });
}
