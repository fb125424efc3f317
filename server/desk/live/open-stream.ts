import type { openStream as call } from '#contract/desk/live-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { runningShow } from '#server/chat/vip/reads.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { storeWatch } from '#server/media/unseen.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { modeOf } from './watched-room.ts';

/**
 * Records that the operator watches a stream or the running show. Throws `badRequest.performer.notExists`,
 * `badRequest.performer.offline`, and `badRequest.invalid.input` for a show without a reason.
 */
export async function openStream(
  deps: Deps,
  caller: Caller,
  { performer: performerId, reason }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const by = requireDesk(caller);
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const mode = modeOf(performer.onlineStatus);
  if (mode === null || mode === 'paused') throw new AppError('badRequest.performer.offline');
  const openedAt = deps.now();
  const { operatorId } = by.login;
  await deps.db.transaction(async (tx) => {
    const show = await runningShow(tx, performerId);
    const isShow = show !== undefined || mode === 'vip';
    if (isShow && reason === undefined)
      throw new AppError('badRequest.invalid.input', { fields: ['reason'] });
    await storeWatch(tx, { operatorId, performerId, vip: show?.id ?? null, openedAt });
    const act = isShow ? 'show.opened' : 'stream.opened';
    await recordAct(tx, by, { act, subject: `performer:${performerId}`, at: openedAt });
    tx.afterCommit(() => deps.events.record('stream.opened', { performer: performerId }));
  });
  return true;
}
