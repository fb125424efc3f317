import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { studioLogin as call } from '#contract/studio/studio-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { countAttempt } from '#server/identity/count-attempt.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { renewPasswordHash } from '#server/performers/profile/renew-password-hash.ts';
import { foldUsername } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { openStudioLogin } from './open-studio-login.ts';
import { tellNewBrowser } from './tell-new-browser.ts';

/** An unknown name and a wrong password return the same label after the same work. */
export async function studioLogin(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const performer = await performersFor(deps, inHouse).byName(input.username);
  const account = `studio ${foldUsername(input.username)}`;
  const owner = performer ? ({ kind: 'performer', performerId: performer.id } as const) : null;
  const uncount = await countAttempt(deps, caller, { account, owner });
  const isRight = await deps.passwords.check(performer?.passwordHash, input.password);
  if (!performer || !isRight) {
    deps.events.record('performer.login-refused', { known: performer !== undefined });
    throw new AppError('badRequest.invalid.login');
  }
  await uncount();
  if (deps.passwords.isOutdated(performer.passwordHash ?? ''))
    await renewHash(deps, performer, input.password);
  const token = await deps.db.transaction(async (tx) => {
    const inTx = { ...deps, db: tx };
    const { token, sessionId } = await openStudioLogin(inTx, caller, performer.id);
    await tellNewBrowser(inTx, caller, { performerId: performer.id, sessionId });
    return token;
  });
  return { token, performer: { id: performer.id, username: performer.username } };
}

/** Keeps the old hash if a new one can't be made now. */
async function renewHash(
  deps: Deps,
  { id, passwordHash: before }: { id: number; passwordHash: string | null },
  password: string,
): Promise<void> {
  const passwordHash = await deps.passwords.hash(password).catch(() => null);
  if (before !== null && passwordHash !== null) await renewPasswordHash(deps, id, { before, passwordHash });
}
