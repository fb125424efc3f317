import { minutePrice, unitPart } from '#contract/chat/prices.ts';
import type { Reception } from '#contract/chat/session.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { GeoLocation } from '#contract/safety/geo.ts';
import type { PerformerState } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { shownTo } from '#server/ports/performer-viewer.ts';
import type { Terms } from '../../units/settle-unit.ts';
import type { ChatUnit } from '../../units/tables.ts';
import { type PlayerStats, unitOwner, type WatchedSession, type Watching, watchOn } from '../delivery.ts';
import { agreedPrices } from '../reads.ts';
import { receptionOf } from '../reception.ts';

/** A keep-alive. */
export interface Beat {
  sessionId: string;
  /** The member who sends it; null without a login. */
  memberId: number | null;
  stats: PlayerStats | undefined;
  /** Where it comes from. */
  location: GeoLocation;
  /** Where the keep-alive or join before it came from. */
  locationBefore: GeoLocation;
}

export interface Watched {
  session: WatchedSession;
  unit: ChatUnit | null;
  onlineStatus: number;
  /** Of the performer's stream, as it was charged. */
  reception: Reception;
  /** The member's balance after a charge, in credits; null when nothing was charged. */
  balance: number | null;
}

/** Result of a keep-alive; only `watched` is stored. */
export type BeatOutcome =
  | (Watched & { kind: 'watched' })
  /**
   * `foreign`: missing or another member's. `logged-out`: a member's, without a login. `unseen`: the performer is
   * gone or hides from where the viewer was. `moved`: she hides where the viewer is now.
   */
  | { kind: 'foreign' | 'logged-out' | 'ended' | 'unseen' | 'moved' }
  /** A row it needs is locked: it has to wait on its own. */
  | { kind: 'busy' }
  /** The next unit was refused. */
  | { kind: 'unpaid'; label: ErrorLabel };

/** An accepted keep-alive on its way to being stored. */
export interface Going extends Watching {
  before: WatchedSession;
  status: number;
  reception: Reception;
  /** A kept or running unit that the member may continue here instead of paying. */
  rest: ChatUnit | undefined;
  unit: ChatUnit | null;
  balance: number | null;
  refused: ErrorLabel | null;
}

/** What a keep-alive finds. */
export interface Ground {
  session: WatchedSession;
  performer: PerformerState | null;
  /** The member's unsettled unit with this performer, in whatever session it runs. */
  unit: ChatUnit | undefined;
  terms: Terms;
}

/** Null if the session accepts the keep-alive. */
export function refusalOf(
  { memberId, location, locationBefore }: Beat,
  ground: Pick<Ground, 'session' | 'performer'> | undefined,
): BeatOutcome | null {
  if (!ground) return { kind: 'foreign' };
  const { session, performer } = ground;
  if (session.memberId !== null && session.memberId !== memberId)
    return { kind: memberId === null ? 'logged-out' : 'foreign' };
  if (session.state === 'ended') return { kind: 'ended' };
  const isShownAt = (place: GeoLocation): boolean =>
    shownTo({ location: place, blockers: [] }, performer ?? undefined) !== undefined;
  if (isShownAt(location)) return null;
  return { kind: isShownAt(locationBefore) ? 'moved' : 'unseen' };
}

export function goOn(deps: Deps, { stats }: Beat, { session, performer, unit, terms }: Ground): Going {
  const isRunning = unit?.state === 'running' && unit.sessionId === session.id;
  const reception = receptionOf(deps, session.performerId);
  const found = {
    running: isRunning ? unit : undefined,
    viewer: deps.media.viewer(session.id),
    isFrozen: reception.isFrozen,
    stats,
  };
  const watching = watchOn(session, found, terms);
  return {
    ...watching,
    before: session,
    status: performer?.onlineStatus ?? onlineStatus.offline,
    reception,
    rest: isRunning ? undefined : unit,
    unit: watching.progress?.rest ?? null,
    balance: null,
    refused: null,
  };
}

/** Credits of a unit that begins now; 0 for viewers who do not pay by the unit. */
export const priceOf = ({ session, status }: Going): number =>
  unitOwner(session)
    ? unitPart(minutePrice(agreedPrices(session), session.type, status), session.unitSeconds)
    : 0;

export const outcomeOf = ({ refused, session, unit, status, reception, balance }: Going): BeatOutcome =>
  refused
    ? { kind: 'unpaid', label: refused }
    : { kind: 'watched', session, unit, onlineStatus: status, reception, balance };
