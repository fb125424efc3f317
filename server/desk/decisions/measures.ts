import type { CutGround } from '#contract/chat/session.ts';
import { AppError } from '#contract/errors.ts';
import type { Measure as MeasureName } from '#contract/safety/decisions.ts';
import {
  enforceViewerCut,
  liftViewerCut,
  storeViewerCut,
} from '#server/chat/room/sanctions/apply-sanction.ts';
import type { Viewer } from '#server/chat/room/sanctions/reads.ts';
import { openRoom, shutRoom } from '#server/chat/room/shut-room.ts';
import type { AuditedAct } from '#server/events.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { setBlocked } from '#server/member/account/transitions.ts';
import { addWork } from '#server/outbox/work.ts';
import { restoreMessage, withdrawMessage } from '#server/performers/followers/follower-messages.ts';
import { holdHidden, releaseHidden } from '#server/performers/profile/hidden-places.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import { storeLift, storeSuspension } from '#server/performers/records/suspension.ts';
import { voidKey } from '#server/performers/whip-key/keys.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { othersInForce } from '#server/safety/decisions/reads.ts';
import type { Decision } from '#server/safety/decisions/transitions.ts';
import type { ReportCase } from '#server/safety/reports/transitions.ts';
import { hidePicture, showPicture } from '#server/studio/pictures/decide-picture.ts';
import { sweepShutRooms } from '#server/studio/room.ts';
import { cutRevoked } from '#server/studio/whip-key/cut-revoked.ts';
import { holdPresent } from '../performers/record.ts';
import { suspensionEndWork } from '../performers/suspension.ts';

/** The shell has only a part: the sweeps of a running product carry out there what a commit leaves to do. */
export type DecideDeps = Pick<Deps, 'config' | 'db' | 'newId' | 'now'> | Deps;

export const runningOf = (deps: DecideDeps): Deps | null => ('media' in deps ? deps : null);

/** What a measure needs beside the fields of its decision. */
export interface Details {
  /** What the performer or the viewers of a cut are told at once. */
  readonly notice?: CutGround;
  /** Of a cut viewer. */
  readonly viewer?: Viewer;
  /** Of the message to followers that the operator has seen. */
  readonly seenMessage?: string;
}

export interface Taking {
  readonly deps: DecideDeps;
  readonly tx: Tx;
  readonly by: OperatorCaller;
  readonly decision: Decision;
  /** The folder of the person. */
  readonly about: ReportCase;
  /** Runs after the commit, before the act answers. */
  readonly after: (run: (deps: Deps) => Promise<void>) => void;
}

interface Measure {
  /** The row in the trail; null if the measure writes its own. */
  readonly act: AuditedAct | null;
  /** Takes the measure and returns what the decision remembers of it. */
  enact(taking: Taking, details: Details): Promise<Partial<Pick<Decision, 'objectId' | 'places'>>>;
  /** Undoes it, unless something later has changed it; returns whether it did. */
  undo(taking: Taking): Promise<boolean>;
}

/** A measure that is a word and changes nothing. */
const inWords: Measure = {
  act: 'report.decided',
  enact: async () => ({}),
  undo: async () => true,
};

const idOf = (id: number | null): number => {
  if (id === null) throw new AppError('badRequest.invalid.input', { fields: ['measure'] });
  return id;
};

const hide: Measure = {
  act: 'report.decided',
  async enact({ deps, tx, decision, about }) {
    const performerId = idOf(about.performerId);
    await holdPresent(tx, performerId);
    const places = await holdHidden(deps, tx, { performerId, places: decision.places });
    if (places.length === 0) throw new AppError('badRequest.invalid.input', { fields: ['places'] });
    return { places };
  },
  async undo({ tx, decision, about }) {
    await releaseHidden(tx, { performerId: idOf(about.performerId), places: decision.places });
    return true;
  },
};

const refusePicture: Measure = {
  act: 'picture.refused',
  async enact({ deps, tx, decision }) {
    const picture = idOf(decision.objectId);
    if (!(await hidePicture(deps, tx, { picture, reason: decision.facts ?? '' })))
      throw new AppError('badRequest.case.state');
    return {};
  },
  undo: ({ deps, tx, decision }) => showPicture(deps, tx, idOf(decision.objectId)),
};

/** Followers see it again for the rest of its seven days; from then on she can write another one. */
const withdraw: Measure = {
  act: 'performer.follower-message-withdrawn',
  async enact({ tx, by, decision, about }, { seenMessage: version }) {
    const performerId = idOf(about.performerId);
    await holdPresent(tx, performerId);
    const { facts: statement, decidedAt: at } = decision;
    const message = await withdrawMessage(tx, { performerId, version, by: by.name, statement, at });
    if (message === null) throw new AppError('badRequest.case.state');
    return { objectId: message };
  },
  async undo({ deps, tx, decision, about }) {
    await holdPerformer(tx, idOf(about.performerId), 'no key update');
    return restoreMessage(tx, decision.objectId ?? 0, deps.now());
  },
};

const cutStream: Measure = {
  act: 'stream.cut',
  async enact({ tx, decision, about, after }, { notice = 'rules' }) {
    const performerId = idOf(about.performerId);
    await shutRoom(tx, performerId, { ground: notice, until: decision.endsAt, at: decision.decidedAt });
    after(async (deps) => {
      await sweepShutRooms(deps);
      await cutRevoked(deps);
    });
    return {};
  },
  async undo({ deps, tx, decision, about }) {
    const performerId = idOf(about.performerId);
    if (!(await openRoom(tx, performerId, decision.decidedAt))) return false;
    tx.afterCommit(() =>
      runningOf(deps)?.push.toPerformer(performerId, 'studio-rules', { room: performerId }),
    );
    return true;
  },
};

const cutViewer: Measure = {
  act: 'viewer.cut',
  async enact({ deps, tx, by, decision, after }, { notice = 'rules', viewer }) {
    const { roomId, endsAt, decidedAt } = decision;
    const running = runningOf(deps);
    if (!viewer || !endsAt || !running)
      throw new AppError('badRequest.invalid.input', { fields: ['session'] });
    const cut = { performerId: idOf(roomId), viewer, ground: notice };
    const objectId = await storeViewerCut(running, tx, by, { ...cut, until: endsAt, at: decidedAt });
    after((product) => enforceViewerCut(product, cut));
    return { objectId };
  },
  undo: ({ deps, tx, decision }) =>
    liftViewerCut(runningOf(deps), tx, { id: decision.objectId ?? 0, at: deps.now() }),
};

const block: Measure = {
  act: null,
  async enact({ deps, tx, by, about }) {
    const memberId = idOf(about.memberId);
    await setBlocked(deps, tx, { memberId, isBlocked: true, by });
    return {};
  },
  async undo({ deps, tx, by, about }) {
    await setBlocked(deps, tx, { memberId: idOf(about.memberId), isBlocked: false, by });
    return true;
  },
};

/** Ends her logins and, within two seconds, her broadcast; hides her everywhere. */
const suspend: Measure = {
  act: 'performer.suspended',
  async enact({ deps, tx, by, decision, about }) {
    const performerId = idOf(about.performerId);
    const { facts, endsAt: until, decidedAt: at } = decision;
    await holdPresent(tx, performerId);
    const suspension = await storeSuspension(tx, {
      performerId,
      statement: facts ?? '',
      until,
      by: by.name,
      at,
    });
    if (suspension === null) throw new AppError('badRequest.performer.state');
    if (until) await addWork(tx, suspensionEndWork, { payload: { performerId, suspension }, runAt: until });
    await endSessions({ ...deps, db: tx }, { performerId }, 'operator');
    await voidKey(tx, { performerId, at });
    return { objectId: suspension };
  },
  undo: ({ deps, tx, decision, about }) =>
    storeLift(tx, {
      performerId: idOf(about.performerId),
      id: decision.objectId ?? 0,
      at: deps.now(),
    }),
};

/** What each measure does and how it is undone. */
export const measureOf: ReadonlyMap<MeasureName, Measure> = new Map<MeasureName, Measure>([
  ['none', inWords],
  ['warn', inWords],
  ['stated', inWords],
  ['hide', hide],
  ['refuse-picture', refusePicture],
  ['withdraw-message', withdraw],
  ['cut-stream', cutStream],
  ['cut-viewer', cutViewer],
  ['block', block],
  ['suspend', suspend],
]);

/** Whether another decision keeps the same measure about the same person: it is not undone then. */
async function isKept(tx: Tx, decision: Decision, now: Date): Promise<boolean> {
  const { measure, roomId, objectId, places } = decision;
  const others = await othersInForce(tx, decision, now);
  if (measure === 'hide') return others.some((other) => other.places.some((place) => places.includes(place)));
  if (measure === 'refuse-picture' || measure === 'withdraw-message')
    return others.some((other) => other.objectId === objectId);
  return others.some((other) => other.roomId === roomId);
}

const holdsNothing: ReadonlySet<MeasureName> = new Set(['none', 'warn', 'stated']);

/** Undoes the measure of a decision in its transaction; false if something else keeps it or has changed it. */
export async function undoMeasure(taking: Taking): Promise<boolean> {
  const { tx, deps, decision } = taking;
  const { measure, endedAt, endsAt } = decision;
  const now = deps.now();
  // What is over needs no undoing.
  if (endedAt !== null || (endsAt !== null && endsAt <= now)) return true;
  if (!holdsNothing.has(measure) && (await isKept(tx, decision, now))) return false;
  return (await measureOf.get(measure)?.undo(taking)) ?? false;
}
