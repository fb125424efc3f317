import { eq } from 'drizzle-orm';
import type { readDeskAccount as call } from '#contract/desk/account-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { sessions } from '#server/identity/tables.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function readDeskAccount(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { name, role, login } = requireDesk(caller);
  const [session] = await deps.db
    .select({ until: sessions.expiresAt })
    .from(sessions)
    .where(eq(sessions.id, login.sessionId));
  if (!session) throw new AppError('badRequest.unauthorized');
  return { name, role, until: session.until.toISOString() };
}
