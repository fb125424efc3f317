import { and, eq, ne } from 'drizzle-orm';
import type { ParsedAction } from '#contract/chat/action-calls.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller, MemberCaller } from '#server/identity/caller.ts';
import { memberName } from '#server/member/names/chat-name.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readOwnSessionRef } from '../session/session-ref.ts';
import { chatSessions } from '../session/tables.ts';
import { giveNickname } from './nickname.ts';
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
