import {
  type openStream as openStreamCall,
  playStream as playStreamCall,
  type WallMode,
} from '#contract/desk/live-calls.ts';
import { isRoleAmong } from '#contract/desk/roles.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { isPaused, isVip, type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { runningShow } from '#server/chat/vip/reads.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { operatorById } from '#server/identity/operators/reads.ts';
import { isLocked, openSessionsOf } from '#server/identity/sessions.ts';
import { streamRoom, unseenViewer } from '#server/media/rooms.ts';
import { storeWatch, type Watch, watches } from '#server/media/unseen.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { readStatus } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

/** ms for which a performer is new: after her first session, or else after her account was made. */
const NEW_MS = 7 * 24 * 3_600_000;

interface Since {
  firstCamSession: Date | null;
  createdAt: Date;
}

export const isNewAt = ({ firstCamSession, createdAt }: Since, now: Date): boolean =>
  now.getTime() - (firstCamSession ?? createdAt).getTime() < NEW_MS;

/** Null while offline. */
export function modeOf(status: OnlineStatus): WallMode | null {
  if (status === onlineStatus.offline) return null;
  if (isVip(status)) return 'vip';
  if (isPaused(status)) return 'paused';
  return status === onlineStatus.free ? 'free' : 'paid';
}

/** Whether an opened stream may be watched now: it is public, or it is the show that was opened. */
async function mayWatch(deps: Pick<Deps, 'db'>, { performerId, vip }: Watch): Promise<boolean> {
  const status = await readStatus(deps, performerId);
  if (status === onlineStatus.offline || isPaused(status)) return false;
  if (!isVip(status)) return true;
  return vip !== null && (await runningShow(deps.db, performerId))?.id === vip;
}

/**
 * Records that the operator watches a stream or the running show. Throws `badRequest.performer.notExists`,
 * `badRequest.performer.offline`, and `badRequest.invalid.input` for a show without a reason.
 */
export async function openStream(
  deps: Deps,
  caller: Caller,
  { performer: performerId, reason }: ParsedInput<typeof openStreamCall>,
): Promise<OutputOf<typeof openStreamCall>> {
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

/** s in which the token can open a connection. */
const TOKEN_SECONDS = 60;

/** Throws `badRequest.notFound` unless the operator has opened what is on now, and `badRequest.media.unavailable`. */
export async function playStream(
  deps: Deps,
  caller: Caller,
  { performer: performerId }: ParsedInput<typeof playStreamCall>,
): Promise<OutputOf<typeof playStreamCall>> {
  const { operatorId } = requireDesk(caller).login;
  const [watch] = await watches(deps, { operatorId, performerId });
  if (!watch || !(await mayWatch(deps, watch))) throw new AppError('badRequest.notFound');
  const target = await deps.media
    .playTarget(streamRoom(performerId), unseenViewer(performerId, operatorId), TOKEN_SECONDS)
    .catch((cause: unknown) => {
      throw new AppError('badRequest.media.unavailable', { cause });
    });
  if (target.agent === 'nano' || deps.config.apiUrl !== deps.config.publicUrl) return target;
  // A desk at an address of its own serves the media there as well: its pages may connect to nothing else.
  const { pathname, search } = new URL(target.url, deps.config.apiUrl);
  return { ...target, url: pathname + search };
}

/**
 * Ends views of operators who are logged out, have another role now, or watch what they have not opened, such as a show.
 * Call it every second on each node, which has its own viewers.
 */
export async function sweepUnseen(deps: Pick<Deps, 'config' | 'db' | 'now' | 'media'>): Promise<void> {
  for (const watch of await watches(deps)) {
    const viewer = unseenViewer(watch.performerId, watch.operatorId);
    if (!deps.media.viewer(viewer)?.connected) continue;
    const { operatorId } = watch;
    const isLoggedIn = (await openSessionsOf(deps, { operatorId })).some((one) => !isLocked(deps, one));
    const operator = await operatorById(deps.db, operatorId);
    const hasRole = operator !== undefined && isRoleAmong(operator.role, playStreamCall.roles ?? []);
    if (!isLoggedIn || !hasRole || !(await mayWatch(deps, watch))) deps.media.drop(viewer);
  }
}
