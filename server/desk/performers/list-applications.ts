import { APPLICATIONS_PER_PAGE, type listApplications as call } from '#contract/desk/application-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { countApplications, waitingApplications } from '#server/performers/records/applications.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function listApplications(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
): Promise<OutputOf<typeof call>> {
  requireDesk(caller);
  const rows = await waitingApplications(db, APPLICATIONS_PER_PAGE);
  return {
    result: rows.map(({ id, email, stageName, languages, message, receivedAt }) => ({
      id,
      email,
      stageName,
      languages,
      message,
      receivedAt: receivedAt.toISOString(),
    })),
    total: await countApplications(db),
  };
}
