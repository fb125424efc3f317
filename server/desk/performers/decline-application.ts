import { AppError } from '#contract/errors.ts';
import { routes } from '#contract/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { closeApplication, holdApplication } from '#server/performers/records/applications.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Throws `badRequest.notFound` for an application that was decided. */
export async function declineApplication(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  caller: Caller,
  { application: id, statement }: { application: number; statement: string },
): Promise<true> {
  const by = requireOperator(caller);
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const application = await holdApplication(tx, id);
    if (!application) throw new AppError('badRequest.notFound');
    const { email, language, stageName } = application;
    const head = { to: email, lang: language, affiliate: noAffiliate, path: routes.home };
    const payload = writeMail(deps, 'applicationDeclined', head, { name: stageName, statement });
    await addWork(tx, mailWork, { payload, runAt: at });
    await closeApplication(tx, { id, by: by.name, at, performerId: null });
    await recordAct(tx, by, { act: 'application.declined', subject: `application:${id}`, at });
  });
  return true;
}
