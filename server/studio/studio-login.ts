import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { studioLogin as call } from '#contract/studio/studio-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { countAttempt } from '#server/identity/count-attempt.ts';
import { openSession } from '#server/identity/sessions.ts';
import { findPerformer, foldUsername } from '#server/performers/profile/reads.ts';
import { renewPasswordHash } from '#server/performers/profile/renew-password-hash.ts';
import type { Deps } from '#server/ports/deps.ts';

/** An unknown name and a wrong password get the same label after the same work. */
export async function studioLogin(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const performer = await findPerformer(deps, input.username);
  const account = `studio ${foldUsername(input.username)}`;
  const owner = performer ? ({ kind: 'performer', performerId: performer.id } as const) : null;
  const uncount = await countAttempt(deps, caller, { account, owner });
  const isRight = await deps.passwords.check(performer?.passwordHash, input.password);
  if (!performer || !isRight) throw new AppError('badRequest.invalid.login');
  await uncount();
  if (deps.passwords.isOutdated(performer.passwordHash ?? ''))
    await renewHash(deps, performer, input.password);
  const performerId = performer.id;
  const { token } = await deps.db.transaction(async (tx) => {
    const opened = await openSession({ ...deps, db: tx }, { kind: 'performer', performerId });
    const subject = `performer:${performerId}`;
    await recordAct(tx, caller, { act: 'performer.logged-in', subject, at: deps.now() });
    return opened;
  });
  deps.events.record('performer.logged-in', { performer: performer.id });
  return { token, performer: { id: performer.id, username: performer.username } };
}

/** Leaves the old hash where none can be made now. */
async function renewHash(
  deps: Deps,
  { id, passwordHash: before }: { id: number; passwordHash: string | null },
  password: string,
): Promise<void> {
  const passwordHash = await deps.passwords.hash(password).catch(() => null);
  if (before !== null && passwordHash !== null) await renewPasswordHash(deps, id, { before, passwordHash });
}
