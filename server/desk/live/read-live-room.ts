import type { readLiveRoom as call } from '#contract/desk/live-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { latestLines } from '#server/chat/room/lines-around.ts';
import { roomRules } from '#server/chat/room/room-settings.ts';
import { viewersOf } from '#server/chat/session/viewers.ts';
import { runningShow } from '#server/chat/vip/reads.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { watches } from '#server/media/unseen.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { openCasesOfPerformers } from '#server/safety/reports/reads.ts';
import { isNewAt, modeOf } from './watch-stream.ts';

/** Messages of private conversations are never here. Throws `badRequest.performer.notExists`. */
export async function readLiveRoom(
  deps: Deps,
  caller: Caller,
  { performer: performerId }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { operatorId } = requireDesk(caller).login;
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const show = await runningShow(deps.db, performerId);
  const [watch] = await watches(deps, { operatorId, performerId });
  const isOpened = watch !== undefined && watch.vip === (show?.id ?? null);
  const [open] = await openCasesOfPerformers(deps.db, [performerId]);
  const { isClosed, cut } = await roomRules(deps, performerId);
  const viewers = await viewersOf(deps, performerId);
  const lines = await latestLines(deps.db, performerId, {
    show: show && isOpened ? show.sessionId : null,
  });
  return {
    id: performer.id,
    name: performer.username,
    mode: modeOf(performer.onlineStatus),
    liveSince: performer.publicSince?.toISOString() ?? null,
    isNew: isNewAt(performer, deps.now()),
    show: show?.sender ?? null,
    isOpened,
    case: open ? { id: open.id, reports: open.reports, isUrgent: open.isUrgent } : null,
    cut: isClosed ? { ground: cut?.ground ?? null, until: cut?.until?.toISOString() ?? null } : null,
    viewers: viewers.map((viewer) => ({ ...viewer, joinedAt: viewer.joinedAt.toISOString() })),
    messages: lines.map(({ id, sender, message, sentAt, vipSession }) => ({
      id: String(id),
      sender,
      message,
      isOfShow: vipSession !== null,
      at: sentAt.toISOString(),
    })),
  };
}
