import type { Received } from '@vonk/media';
import { streamCut } from '#contract/chat/sanctions.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { readAudience as readAudienceCall } from '#contract/studio/live-calls.ts';
import type {
  closeRoom as call,
  readRoom as readRoomCall,
  sayInRoom as sayInRoomCall,
} from '#contract/studio/studio-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { earnedTotalsOf } from '#server/chat/receipt/earned-totals.ts';
import { earlierLines } from '#server/chat/room/earlier-lines.ts';
import { writeMessage } from '#server/chat/room/message.ts';
import { moderatorsOf } from '#server/chat/room/moderators/reads.ts';
import { messagesAfter, removedMessages, returnedTips } from '#server/chat/room/reads.ts';
import { roomRules } from '#server/chat/room/room-settings.ts';
import { shutRooms } from '#server/chat/room/shut-room.ts';
import { waitingIn } from '#server/chat/room/waiting.ts';
import { receptionFrom } from '#server/chat/session/reception.ts';
import { countViewers } from '#server/chat/session/viewers.ts';
import { runningGoal } from '#server/chat/tipping/reads.ts';
import { topTippers } from '#server/chat/tipping/top-tippers.ts';
import { readToyState } from '#server/chat/toys/reads.ts';
import { paidMsOf, readShows, runningShow } from '#server/chat/vip/reads.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { isPreview, isUnseen, streamRoom } from '#server/media/rooms.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { readStatus } from '#server/performers/reads.ts';
import { suspendedOnline } from '#server/performers/records/suspension.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { cleanText } from '#server/safety/words/clean-text.ts';
import { changeStatus } from './set-status.ts';

export async function readRoom(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof readRoomCall>,
): Promise<OutputOf<typeof readRoomCall>> {
  const { performerId } = requirePerformer(caller);
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.unauthorized');
  const { slowSeconds, delaySeconds, words, isClosed: isShut, cut } = await roomRules(deps, performerId);
  return {
    onlineStatus: performer.onlineStatus,
    viewers: await countViewers(deps, performerId),
    credits: await balanceOf(deps.db, { kind: 'performer', owner: performerId }),
    earned: await earnedTotalsOf(deps, performerId),
    isShut,
    cut: cut && { ground: cut.ground, until: cut.until?.toISOString() ?? null },
    toy: await readToyState(deps, performerId),
    messages: [
      ...(await returnedTips(deps, { performerId }, input.after)),
      ...(await messagesAfter(deps, { performerId }, input.after)),
      ...(await waitingIn(deps, performerId)),
    ],
    removed: await removedMessages(deps, performerId),
    vip: await readShows(deps, performerId),
    goal: await runningGoal(deps, performerId),
    topTippers: await topTippers(deps, performerId),
    moderators: await moderatorsOf(deps, performerId),
    rules: { slowSeconds, delaySeconds, words: [...words] },
  };
}

/** ms for which a refused encoder is told of; encoders try again in shorter intervals at first. */
const REFUSED_MS = 60_000;

const shownOf = ({ size, framesPerSecond, bitrate }: Received) => ({ size, framesPerSecond, bitrate });

/** Viewers who see her, but neither herself nor operators who watch unseen. */
function countWatching(deps: Deps, performerId: number): number {
  const isSomebody = (subject: string) => !isPreview(subject, performerId) && !isUnseen(subject, performerId);
  return deps.media.watchers(streamRoom(performerId)).filter(isSomebody).length;
}

export async function readAudience(deps: Deps, caller: Caller): Promise<OutputOf<typeof readAudienceCall>> {
  const { performerId } = requirePerformer(caller);
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.unauthorized');
  const show = await runningShow(deps.db, performerId);
  const { publishing, received, refusedAt } = deps.media.room(streamRoom(performerId));
  return {
    onlineStatus: performer.onlineStatus,
    receiving: publishing,
    received: received && { ...receptionFrom(received), ...shownOf(received) },
    watching: countWatching(deps, performerId),
    encoderRefused: refusedAt !== null && deps.now().getTime() - refusedAt < REFUSED_MS,
    vip: show?.sender ?? null,
    ...(show && { vipPaidMs: await paidMsOf(deps.db, show) }),
  };
}

export async function sayInRoom(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof sayInRoomCall>,
): Promise<OutputOf<typeof sayInRoomCall>> {
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('chat-message', `performer:${performerId}`);
  const performer = await performersFor(deps, inHouse).byId(performerId);
  const author = `performer:${performerId}`;
  const at = deps.now();
  const { clientId, message: text } = input;
  const earlier = await earlierLines(deps, { performerId, author, clientId, text, at });
  return deps.db.transaction(async (tx) => {
    const { message, created } = await writeMessage(tx, {
      performerId,
      author,
      clientId,
      messageType: input.messageType,
      sender: performer?.username ?? '',
      message: cleanText(deps, text, { earlier }),
      at,
    });
    if (created)
      tx.afterCommit(() => deps.push.toRoom(performerId, 'chat-message', { room: performerId, message }));
    return { message };
  });
}

/** Ends all chats of the room at once. The encoder may continue; she goes live again by setting her status. */
export async function closeRoom(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  const subject = `performer:${performerId}`;
  await recordAct(deps.db, caller, { act: 'room.closed', subject, at: deps.now() });
  deps.push.toRoom(performerId, 'room-closed', { room: performerId });
  await changeStatus(deps, performerId, onlineStatus.offline, 'room-closed');
  deps.events.record('room.closed', { performer: performerId });
  return { onlineStatus: onlineStatus.offline };
}

/**
 * Ends the chats of rooms shut by the operator, and of suspended performers, and takes them offline. Call it every few
 * seconds.
 */
export async function sweepShutRooms(deps: Deps): Promise<void> {
  const shut = await shutRooms(deps);
  const suspended = (await suspendedOnline(deps)).map((performerId) => ({ performerId, ground: null }));
  for (const { performerId, ground } of [...shut, ...suspended]) {
    if ((await readStatus(deps, performerId)) === onlineStatus.offline) continue;
    deps.push.toRoom(performerId, 'chat-stopped', { room: performerId });
    const reason = ground === null ? 'chat-closed' : streamCut(ground);
    await changeStatus(deps, performerId, onlineStatus.offline, reason);
    deps.push.toPerformer(performerId, 'studio-ended', { what: 'broadcast', why: 'shut' });
    deps.events.record('room.shut', { performer: performerId });
  }
}
