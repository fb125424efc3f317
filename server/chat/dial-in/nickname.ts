import { AppError } from '#contract/errors.ts';
import { refuseNickname } from '#contract/wallet/dial-in-calls.ts';
import { insultTest } from '#server/member/names/insults.ts';
import { namesLikePerformers, namesOfMembers } from '#server/member/names/reads.ts';
import { refusalLabels } from '#server/member/names/refusal-labels.ts';
import type { Deps } from '#server/ports/deps.ts';
import { nicknameOf } from '#server/wallet/dial-in/reads.ts';
import { storeNickname } from '#server/wallet/dial-in/transitions.ts';

/**
 * Names the guest of a running call. The name must not belong to a member or another call, nor look like a performer's.
 * Throws the labels of a refused username.
 */
export async function giveNickname(deps: Deps, dialInId: string, nickname: string): Promise<void> {
  const refused = refuseNickname(nickname);
  if (refused) throw new AppError(refusalLabels[refused]);
  if (insultTest(deps.brand)(nickname)) throw new AppError('badRequest.forbiddenWords');
  if ((await namesLikePerformers(deps, [nickname])).size > 0) throw new AppError('badRequest.forbiddenWords');
  if ((await namesOfMembers(deps, [nickname])).size > 0) throw new AppError('badRequest.username_exists');
  await storeNickname(deps, dialInId, nickname);
}

/** Throws `badRequest.nickname.required` without a chosen nickname. */
export async function requireNickname(deps: Deps, dialInId: string): Promise<string> {
  const nickname = await nicknameOf(deps, dialInId);
  if (nickname === null) throw new AppError('badRequest.nickname.required');
  return nickname;
}
