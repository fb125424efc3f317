import type { acceptApplication as call } from '#contract/desk/application-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { isAdult } from '#contract/performers/adult.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { closeApplication, holdApplication } from '#server/performers/records/applications.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { addPerformer } from '#server/studio/account/add-performer.ts';

/**
 * Adds the applicant as `performers add` does. Throws `badRequest.identity.minor`, `badRequest.username_exists`, and
 * `badRequest.notFound` for an application that was decided.
 */
export async function acceptApplication(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  caller: Caller,
  { application: id, username, dateOfBirth, gender }: Omit<ParsedInput<typeof call>, 'reason'>,
): Promise<OutputOf<typeof call>> {
  const by = requireOperator(caller);
  const at = deps.now();
  if (!isAdult(dateOfBirth, at)) throw new AppError('badRequest.identity.minor');
  return deps.db.transaction(async (tx) => {
    const application = await holdApplication(tx, id);
    if (!application) throw new AppError('badRequest.notFound');
    const { email, language } = application;
    await addPerformer({ ...deps, db: tx }, by, { username, email, dateOfBirth, gender, language });
    const performer = (await performersFor({ db: tx }, inHouse).byName(username))?.id ?? 0;
    await closeApplication(tx, { id, by: by.name, at, performerId: performer });
    await recordAct(tx, by, { act: 'application.accepted', subject: `performer:${performer}`, at });
    return { performer };
  });
}
