import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { countPasskeys } from '#server/identity/passkeys/reads.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Writes the audit row of a new password and, unless it is her first, mails her. */
export async function notePassword(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { performerId, isFirst = false }: { performerId: number; isFirst?: boolean },
): Promise<void> {
  const at = deps.now();
  await recordAct(tx, caller, { act: 'performer.password-changed', subject: `performer:${performerId}`, at });
  const account = isFirst ? null : await performerAccount(tx, performerId);
  if (!account) return;
  const head = {
    to: account.email,
    lang: account.language,
    affiliate: noAffiliate,
    path: routes.studioAccount,
  };
  const owner = { kind: 'performer', performerId } as const;
  const passkeys = deps.brand.hasFeature('passkeys') ? await countPasskeys(tx, owner) : 0;
  const mail = writeMail(deps, 'studioPasswordChanged', head, { passkeys: String(passkeys) });
  await addWork(tx, mailWork, { payload: mail, runAt: at });
}
