import type {
  allowStream as allowStreamCall,
  cutStream as cutStreamCall,
  cutViewer as cutViewerCall,
} from '#contract/desk/live-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { DecisionWords, Ground } from '#contract/safety/decisions.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { enforceViewerCut, storeViewerCut } from '#server/chat/room/sanctions/apply-sanction.ts';
import { findViewer, type Viewer } from '#server/chat/room/sanctions/reads.ts';
import { openRoom } from '#server/chat/room/shut-room.ts';
import { type Caller, type OperatorCaller, requireOperator } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { endMeasures } from '#server/safety/decisions/reads.ts';
import { decide } from '../decisions/decide.ts';
import type { DecideDeps } from '../decisions/measures.ts';

const MINUTE = 60_000;

/** Null if ground and facts follow. Throws `badRequest.invalid.input` for one without the other. */
function wordsOf({
  ground,
  facts,
}: {
  ground?: Ground | undefined;
  facts?: string | undefined;
}): DecisionWords | null {
  if (ground === undefined && facts === undefined) return null;
  if (ground === undefined) throw new AppError('badRequest.invalid.input', { fields: ['ground'] });
  if (facts === undefined) throw new AppError('badRequest.invalid.input', { fields: ['facts'] });
  return { ground, facts };
}

/**
 * Closes a performer's room. Running chats end at once, or within two seconds from the shell. Throws
 * `badRequest.performer.notExists`.
 */
export async function cutStream(
  deps: DecideDeps,
  caller: Caller,
  { performer: performerId, notice, minutes, ...words }: Omit<ParsedInput<typeof cutStreamCall>, 'reason'>,
): Promise<OutputOf<typeof cutStreamCall>> {
  const by = requireOperator(caller);
  if (!(await performersFor(deps, inHouse).byId(performerId)))
    throw new AppError('badRequest.performer.notExists');
  const endsAt = minutes === null ? null : new Date(deps.now().getTime() + minutes * MINUTE);
  const decision = { about: { performerId }, measure: 'cut-stream', endsAt, notice } as const;
  await decide(deps, by, { ...decision, words: wordsOf(words) });
  return true;
}

/**
 * Ends a viewer's chats in a room and keeps the viewer out. A member gets a decision; a guest has no account to decide
 * about. Throws `badRequest.notFound` for a viewer who was never in this room.
 */
export async function cutViewer(
  deps: Deps,
  caller: Caller,
  { performer: roomId, session, notice, minutes, ...words }: ParsedInput<typeof cutViewerCall>,
): Promise<OutputOf<typeof cutViewerCall>> {
  const by = requireOperator(caller);
  const viewer = await findViewer(deps, roomId, { session });
  const { memberId } = viewer;
  const until = new Date(deps.now().getTime() + minutes * MINUTE);
  if (memberId === null) {
    await cutGuest(deps, by, { performerId: roomId, viewer, ground: notice, until });
    return true;
  }
  const decision = {
    about: { memberId },
    measure: 'cut-viewer',
    endsAt: until,
    notice,
    viewer,
    roomId,
  } as const;
  await decide(deps, by, { ...decision, words: wordsOf({ ground: words.ground, facts: words.facts }) });
  return true;
}

type GuestCut = Parameters<typeof enforceViewerCut>[1] & { viewer: Viewer; until: Date };

async function cutGuest(deps: Deps, by: OperatorCaller, cut: GuestCut): Promise<void> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    await storeViewerCut(deps, tx, by, { ...cut, at });
    const details = { decision: null, ground: null, until: cut.until.toISOString() };
    await recordAct(tx, by, { act: 'viewer.cut', subject: `performer:${cut.performerId}`, details, at });
  });
  await enforceViewerCut(deps, cut);
}

/** Throws `badRequest.performer.notExists`, and `badRequest.notFound` unless the stream is cut. */
export async function allowStream(
  deps: Pick<Deps, 'db' | 'now'> & Partial<Pick<Deps, 'push'>>,
  caller: Caller,
  { performer: performerId }: { performer: number },
): Promise<OutputOf<typeof allowStreamCall>> {
  const by = requireOperator(caller);
  if (!(await performersFor(deps, inHouse).byId(performerId)))
    throw new AppError('badRequest.performer.notExists');
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    await endMeasures(tx, { about: { performerId }, measure: 'cut-stream', at });
    if (!(await openRoom(tx, performerId))) throw new AppError('badRequest.notFound');
    await recordAct(tx, by, { act: 'stream.allowed', subject: `performer:${performerId}`, at });
    tx.afterCommit(() => deps.push?.toPerformer(performerId, 'studio-rules', { room: performerId }));
  });
  return true;
}
