import {
  APPLICATIONS_PER_PAGE,
  type acceptApplication as acceptApplicationCall,
  type listApplications as listApplicationsCall,
} from '#contract/desk/people/application-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { isAdult } from '#contract/performers/identity.ts';
import { routes } from '#contract/site/routes.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import {
  countApplications,
  holdApplication,
  waitingApplications,
} from '#server/performers/records/applications.ts';
import { closeApplication } from '#server/performers/records/transitions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { addPerformer } from '#server/studio/account/add-performer.ts';

export async function listApplications(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
): Promise<OutputOf<typeof listApplicationsCall>> {
  requireOperator(caller);
  const rows = await waitingApplications(db, APPLICATIONS_PER_PAGE);
  return {
    result: rows.map(({ id, email, stageName, languages, message, receivedAt }) => ({
      application: id,
      email,
      stageName,
      languages,
      message,
      receivedAt: receivedAt.toISOString(),
    })),
    total: await countApplications(db),
  };
}

/**
 * Adds the applicant as `performers add` does. Throws `badRequest.identity.minor`, `badRequest.username_exists`, and
 * `badRequest.notFound` for an application that was decided.
 */
export async function acceptApplication(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  caller: Caller,
  {
    application: id,
    username,
    dateOfBirth,
    gender,
  }: Omit<ParsedInput<typeof acceptApplicationCall>, 'reason' | 'version'>,
): Promise<OutputOf<typeof acceptApplicationCall>> {
  const by = requireOperator(caller);
  const at = deps.now();
  if (!isAdult(dateOfBirth, at)) throw new AppError('badRequest.identity.minor');
  return deps.db.transaction(async (tx) => {
    const application = await holdApplication(tx, id);
    if (!application) throw new AppError('badRequest.notFound');
    const { email, language } = application;
    await addPerformer({ ...deps, db: tx }, by, { username, email, dateOfBirth, gender, language });
    const performer = (await performersFor({ db: tx }, inHouse).byName(username))?.id ?? 0;
    await closeApplication(tx, { id, by, at, performerId: performer });
    return { performer };
  });
}

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
    await closeApplication(tx, { id, by, at, performerId: null });
  });
  return true;
}
