import { DESK_LINK_HOURS } from '#contract/desk/account-calls.ts';
import { AppError } from '#contract/errors.ts';
import { routes } from '#contract/routes.ts';
import { withQuery } from '#contract/site/site-path.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { holdOperator } from '#server/identity/operators/reads.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { issueLink } from './links.ts';

/**
 * Mails an operator a one-time link to choose a password and set up the authenticator app, in the given transaction
 * (`deps.db`). Earlier links become invalid. Throws `badRequest.notFound` for a disabled operator.
 */
export async function sendDeskLink(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  caller: OperatorCaller,
  operatorId: number,
): Promise<void> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const operator = await holdOperator(tx, operatorId);
    if (!operator) throw new AppError('badRequest.notFound');
    const { name, email, language } = operator;
    const path = withQuery(routes.deskLink, { key: await issueLink(tx, { operatorId, at }) });
    const values = { name, hours: String(DESK_LINK_HOURS) };
    const mail = writeMail(
      deps,
      'deskLink',
      { to: email, lang: language, affiliate: noAffiliate, path },
      values,
    );
    await addWork(tx, mailWork, { payload: mail, runAt: at });
    await recordAct(tx, caller, { act: 'operator.link-sent', subject: `operator:${name}`, at });
  });
}
