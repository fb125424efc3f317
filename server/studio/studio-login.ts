import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { studioLogin as call } from '#contract/studio/studio-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { countAttempt } from '#server/identity/count-attempt.ts';
import { checkPassword } from '#server/identity/passwords.ts';
import { openSession } from '#server/identity/sessions.ts';
import { findPerformer, foldUsername } from '#server/performers/profile/reads.ts';
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
  const isRight = await checkPassword(performer?.passwordHash, input.password);
  if (!performer || !isRight) throw new AppError('badRequest.invalid.login');
  await uncount();
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
