import { and, eq, ne } from 'drizzle-orm';
import type { ChangeNicknameInput } from '#contract/chat/nickname.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from '../session/tables.ts';
import { giveNickname } from './nickname.ts';
import { readCallSession } from './read-speaker.ts';

/** What was said keeps the name it was said under. Throws the labels of a refused username. */
export async function changeNickname(
  deps: Deps,
  caller: Caller,
  { auth, data }: ChangeNicknameInput,
): Promise<{ sender: string }> {
  const { session, dialInId } = await readCallSession(deps, caller, auth);
  await deps.limits.take('nickname', dialInId);
  const sender = data.newNickname.trim();
  await giveNickname(deps, dialInId, sender);
  await deps.db
    .update(chatSessions)
    .set({ sender })
    .where(and(eq(chatSessions.id, session.id), ne(chatSessions.state, 'ended')));
  return { sender };
}
