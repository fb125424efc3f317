import { dayOf, startOfDay } from '#contract/day.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { readRoom as call } from '#contract/studio/studio-calls.ts';
import { moderatorsOf } from '#server/chat/room/moderators/reads.ts';
import { messagesAfter, removedMessages, returnedTips } from '#server/chat/room/reads.ts';
import { roomRules } from '#server/chat/room/room-settings.ts';
import { waitingIn } from '#server/chat/room/waiting.ts';
import { countViewers } from '#server/chat/session/viewers.ts';
import { runningGoal } from '#server/chat/tipping/reads.ts';
import { topTippers } from '#server/chat/tipping/top-tippers.ts';
import { readToyState } from '#server/chat/toys/reads.ts';
import { readShows } from '#server/chat/vip/reads.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { earnedSince } from '#server/ledger/earnings.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

export async function readRoom(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.unauthorized');
  const { slowSeconds, delaySeconds, words, isClosed: isShut, cut } = await roomRules(deps, performerId);
  return {
    onlineStatus: performer.onlineStatus,
    viewers: await countViewers(deps, performerId),
    credits: await balanceOf(deps.db, { kind: 'performer', owner: performerId }),
    today: await earnedSince(deps.db, performerId, startOfDay(dayOf(deps.now()))),
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
