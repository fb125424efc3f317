import type { readWelcome as call } from '#contract/chat/room/sanction-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { viewerOf } from '../../session/chat-auth.ts';
import { callOf, type Sanctioned, sanctionedOf, standingSanctions } from './reads.ts';

/** For a viewer who was sent out: of several sanctions the longest counts. */
export async function readWelcome(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const performer = await performersFor(deps, visitorOf(caller)).byName(input.performer);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const { member: memberId, guest: guestKey, dialIn: dialInSession } = await viewerOf(deps, caller);
  const viewer = sanctionedOf({ memberId, guestKey, dialInSession });
  const standing = await standingSanctions(deps, performer.id, viewer);
  const ends = (['kick', 'block'] as const).flatMap(
    (kind) => standing.get(kind) ?? (standing.has(kind) ? [null] : []),
  );
  if (ends.length === 0) return { isWelcome: true, leftMs: null };
  const now = deps.now().getTime();
  const leftMs = ends.includes(null)
    ? null
    : Math.max(...ends.map((until) => (until?.getTime() ?? now) - now));
  return { isWelcome: false, leftMs };
}

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
