import type { Deps } from '#server/ports/deps.ts';
import { callOf, type Sanctioned } from './reads.ts';

/** Tells a viewer whose chat has ended that a sanction has begun or was lifted: the end card changes. */
export function tellWelcome(
  { push }: Pick<Deps, 'push'>,
  { performerId, memberId, guestKey }: Sanctioned & { performerId: number },
): void {
  const payload = { room: performerId };
  const call = callOf(guestKey);
  if (memberId !== null) push.toMember(memberId, 'chat-welcome', payload);
  else if (call !== null) push.toDialIn(call, 'chat-welcome', payload);
  else if (guestKey !== null) push.toGuest(guestKey, 'chat-welcome', payload);
}
