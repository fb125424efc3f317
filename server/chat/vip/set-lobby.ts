import { and, eq } from 'drizzle-orm';
import type { setLobby as call } from '#contract/chat/vip-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { isPaused, isVip, onlineStatus as statuses } from '#contract/performers/status.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Performer } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { readAuth, type Viewer, viewerOf } from '../session/chat-auth.ts';
import { countWaiting } from './reads.ts';
import { chatLobby } from './tables.ts';

/**
 * Starts, continues or stops waiting for a performer who is in a show, or on a break after it. Throws
 * `badRequest.performer.offline` and `.vip.closed` for a performer in any other status.
 */
export async function setLobby(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'vip');
  const { id: performerId, onlineStatus } = await performerOf(deps, caller, input);
  const viewer = keyOf(await viewerOf(deps, caller));
  const lobby = input.lobby && (isVip(onlineStatus) || isPaused(onlineStatus));
  if (lobby) {
    const seenAt = deps.now();
    const target = [chatLobby.performerId, chatLobby.viewer];
    await deps.db
      .insert(chatLobby)
      .values({ performerId, viewer, seenAt })
      .onConflictDoUpdate({ target, set: { seenAt } });
  } else {
    const isIt = and(eq(chatLobby.performerId, performerId), eq(chatLobby.viewer, viewer));
    await deps.db.delete(chatLobby).where(isIt);
    if (input.lobby)
      throw new AppError(
        onlineStatus === statuses.offline ? 'badRequest.performer.offline' : 'badRequest.vip.closed',
      );
  }
  return { lobby, waiting: await countWaiting(deps, performerId) };
}

const keyOf = ({ member, guest, dialIn }: Viewer): string => {
  if (dialIn !== null) return `dial-in:${dialIn}`;
  return member === null ? `guest:${guest}` : `member:${member}`;
};

async function performerOf(
  deps: Deps,
  caller: Caller,
  { auth, performer: name }: ParsedInput<typeof call>,
): Promise<Performer> {
  if (auth === undefined && name === undefined) throw new AppError('badRequest.invalid.auth');
  const shown = performersFor(deps, visitorOf(caller));
  const performer =
    auth === undefined
      ? await shown.byName(name ?? '')
      : await shown.byId((await readAuth(deps, caller, auth)).performerId);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  return performer;
}
