import type {
  allowStream as allowStreamCall,
  cutStream as cutStreamCall,
  cutViewer as cutViewerCall,
} from '#contract/desk/live-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { enforceViewerCut, storeViewerCut } from '#server/chat/room/sanctions/apply-sanction.ts';
import { findViewer } from '#server/chat/room/sanctions/reads.ts';
import { openRoom, shutRoom } from '#server/chat/room/shut-room.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { actOnCase } from '#server/safety/reports/act-on-case.ts';
import { stepsOf } from '#server/safety/reports/reads.ts';
import type { Reported } from '#server/safety/reports/transitions.ts';
import { sweepShutRooms } from '#server/studio/room.ts';
import { cutRevoked } from '#server/studio/whip-key/cut-revoked.ts';
import { type TellDeps, tellOutcome } from '../reports/tell-outcome.ts';

type StateDeps = Pick<Deps, 'db' | 'now'> & TellDeps;

interface Stated {
  reported: Reported;
  /** Name of the operator. */
  by: string;
  statement: string;
  at: Date;
}

/**
 * Decides the case about a person by action in the transaction of a cut, and queues the statement of reasons with its
 * link to appeal.
 */
async function stateReasons(deps: TellDeps, tx: Tx, stated: Stated): Promise<void> {
  const { statement, at } = stated;
  const { before, decided, reopen } = await actOnCase(tx, stated);
  const steps = await stepsOf(tx, decided.id);
  const history = steps.filter(({ version }) => version <= before.version);
  await tellOutcome(deps, tx, { after: decided, outcome: 'action', statement, history, at });
  await reopen();
}

type Cut = Omit<ParsedInput<typeof cutStreamCall>, 'reason'>;

const MINUTE = 60_000;

/**
 * Closes a performer's room, decides her case by action and queues the mails. Running chats end at once, or within
 * two seconds from the shell. Throws `badRequest.performer.notExists`.
 */
export async function storeStreamCut(
  deps: StateDeps,
  caller: Caller,
  { performer: performerId, ground, minutes, statement }: Cut,
): Promise<void> {
  const by = requireOperator(caller);
  if (!(await performersFor(deps, inHouse).byId(performerId)))
    throw new AppError('badRequest.performer.notExists');
  const at = deps.now();
  const until = minutes === null ? null : new Date(at.getTime() + minutes * MINUTE);
  await deps.db.transaction(async (tx) => {
    await shutRoom(tx, performerId, { ground, until, at });
    await stateReasons(deps, tx, { reported: { performerId }, by: by.name, statement, at });
    const details = { ground, minutes };
    await recordAct(tx, by, { act: 'stream.cut', subject: `performer:${performerId}`, details, at });
  });
}

export async function cutStream(
  deps: Deps,
  caller: Caller,
  input: Cut,
): Promise<OutputOf<typeof cutStreamCall>> {
  await storeStreamCut(deps, caller, input);
  await sweepShutRooms(deps);
  await cutRevoked(deps);
  return true;
}

/**
 * Ends a viewer's chats in a room and keeps the viewer out. A member gets a statement of reasons by mail. Throws
 * `badRequest.notFound` for a viewer who was never in this room.
 */
export async function cutViewer(
  deps: Deps,
  caller: Caller,
  { performer: performerId, session, ground, minutes, statement }: ParsedInput<typeof cutViewerCall>,
): Promise<OutputOf<typeof cutViewerCall>> {
  const by = requireOperator(caller);
  const viewer = await findViewer(deps, performerId, { session });
  const { memberId } = viewer;
  const at = deps.now();
  const until = new Date(at.getTime() + minutes * MINUTE);
  await deps.db.transaction(async (tx) => {
    await storeViewerCut(deps, tx, by, { performerId, viewer, ground, until, at });
    if (memberId !== null)
      await stateReasons(deps, tx, { reported: { memberId }, by: by.name, statement, at });
    const subject = memberId === null ? `performer:${performerId}` : `member:${memberId}`;
    const member = memberId === null ? {} : { memberId };
    await recordAct(tx, by, { act: 'viewer.cut', subject, details: { ground, minutes }, at, ...member });
  });
  await enforceViewerCut(deps, { performerId, viewer, ground });
  return true;
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
    if (!(await openRoom(tx, performerId))) throw new AppError('badRequest.notFound');
    await recordAct(tx, by, { act: 'stream.allowed', subject: `performer:${performerId}`, at });
    tx.afterCommit(() => deps.push?.toPerformer(performerId, 'studio-rules', { room: performerId }));
  });
  return true;
}
