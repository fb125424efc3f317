import type { checkDeskLink as call } from '#contract/desk/account-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import { operatorById } from '#server/identity/operators/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { authenticatorOf, offeredKey } from './authenticator.ts';
import { readLink } from './links.ts';

export async function checkDeskLink(
  deps: Deps,
  _caller: Caller,
  { key }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { operatorId } = await readLink(deps.db, { token: key, at: deps.now() });
  const operator = await operatorById(deps.db, operatorId);
  if (!operator) throw new AppError('badRequest.link.expired');
  const { name, email } = operator;
  return { name, email, ...authenticatorOf(offeredKey(deps, key), email) };
}
