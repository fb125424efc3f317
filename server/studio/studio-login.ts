import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { studioLogin as loginCall } from '#contract/studio/calls.ts';
import type { Caller } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { checkPassword } from '#server/passwords.ts';
import { findPerformer, foldUsername } from '#server/performers/reads.ts';
import { openLogin } from '#server/sessions.ts';

/** Logs a performer in. Who does not exist and who mistyped get the same label after the same work. */
export async function studioLogin(
  deps: Deps,
  _caller: Caller,
  input: ParsedInput<typeof loginCall>,
): Promise<OutputOf<typeof loginCall>> {
  await deps.limits.take('login-account', `studio:${foldUsername(input.username)}`);
  const performer = await findPerformer(deps, input.username);
  const fits = await checkPassword(performer?.passwordHash, input.password);
  if (!performer || !fits) throw new AppError('badRequest.invalid.login');
  const { token } = await openLogin(deps, { kind: 'performer', owner: performer.id });
  deps.events.record('performer.logged-in', { performer: performer.id });
  return { token, performer: { id: performer.id, username: performer.username } };
}
