import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endAppointment } from './end-appointment.ts';
import { roomModerators } from './tables.ts';

/** Throws `badRequest.notFound`, also for an appointment that has ended. */
export async function dismissModerator(
  deps: Deps,
  caller: Caller,
  { moderator }: { moderator: number },
): Promise<true> {
  const performer = requirePerformer(caller);
  const { performerId } = performer;
  await deps.db.transaction(async (tx) => {
    const which = eq(roomModerators.id, moderator);
    const acting = { tx, caller: performer };
    if (!(await endAppointment(deps, acting, { performerId, which, at: deps.now() })))
      throw new AppError('badRequest.notFound');
  });
  return true;
}
