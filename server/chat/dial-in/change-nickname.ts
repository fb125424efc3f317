import { and, eq, ne } from 'drizzle-orm';
import type { ParsedAction } from '#contract/chat/action-calls.ts';
import { AppError } from '#contract/errors.ts';
import { refuseNickname } from '#contract/wallet/dial-in-calls.ts';
import type { Caller, MemberCaller } from '#server/identity/caller.ts';
import { memberName } from '#server/member/names/chat-name.ts';
import { insultTest } from '#server/member/names/insults.ts';
import { namesLikePerformers, namesOfMembers, refusalLabels } from '#server/member/names/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { nicknameOf } from '#server/wallet/dial-in/reads.ts';
import { storeNickname } from '#server/wallet/dial-in/transitions.ts';
import { readOwnSessionRef } from '../session/chat-auth.ts';
import { chatSessions } from '../session/tables.ts';
import { readCallSession } from './read-speaker.ts';

/**
 * Earlier messages keep the old name. A member who has just chosen a username takes it over without joining again; any
 * other name throws `badRequest.forbidden`. Throws the labels of a refused username.
 */
export async function changeNickname(
  deps: Deps,
  caller: Caller,
  { auth, data }: ParsedAction<'changeNickname'>,
): Promise<{ sender: string }> {
  if (caller.kind === 'member')
    return takeUsername(deps, caller, { auth, nickname: data.newNickname.trim() });
  const { session, dialInId } = await readCallSession(deps, caller, auth);
  await deps.limits.take('nickname', dialInId);
  const sender = data.newNickname.trim();
  await giveNickname(deps, dialInId, sender);
  await setSender(deps, session.id, sender);
  return { sender };
}

async function takeUsername(
  deps: Deps,
  caller: MemberCaller,
  { auth, nickname }: { auth: string; nickname: string },
): Promise<{ sender: string }> {
  const { session } = await readOwnSessionRef(deps, caller, auth);
  await deps.limits.take('nickname', `member:${caller.memberId}`);
  const sender = await memberName(deps, caller.memberId);
  if (nickname !== sender) throw new AppError('badRequest.forbidden');
  await setSender(deps, session.id, sender);
  return { sender };
}

async function setSender({ db }: Deps, id: string, sender: string): Promise<void> {
  await db
    .update(chatSessions)
    .set({ sender })
    .where(and(eq(chatSessions.id, id), ne(chatSessions.state, 'ended')));
}

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
