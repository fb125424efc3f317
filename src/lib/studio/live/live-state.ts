import type { PublishPhase } from '@vonk/media/publisher';
import { computed, type ReadableAtom } from 'nanostores';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { isFree, isPaused, isVip } from '#contract/start/looks.ts';
import type { Audience } from '#contract/studio/live-calls.ts';
import type { Broadcast } from './broadcast.ts';
import type { StudioRoom } from './room.ts';

/** What a page of the studio knows, from which it says everything about the broadcast. */
export interface LiveFacts {
  /** Undefined before the first answer; null while the server does not answer. */
  readonly audience: Audience | null | undefined;
  /** Of what this page sends; null if it sends nothing. */
  readonly phase: PublishPhase | null;
  /** Another window, device or encoder has taken over from this page. */
  readonly isTaken: boolean;
  /** The server has said that it restarts. */
  readonly isMoving: boolean;
  /** The performer has ended the broadcast, and the server has not confirmed it. */
  readonly isStopping: boolean;
  /** By the last answer, the status was one in which viewers expect a picture. */
  readonly wasOpen: boolean;
}

/** Colour of the band. */
export type BandLook = 'public' | 'vip' | 'nobody' | 'warning';

/** What the page offers below the picture. `prepare`: to open the devices or to rehearse. */
type LiveCard =
  | 'none'
  | 'prepare'
  | 'goLive'
  | 'onAir'
  | 'resume'
  | 'returning'
  | 'hold'
  | 'failed'
  | 'taken'
  | 'stopping';

interface LiveRow {
  readonly look: BandLook;
  /** Text of the band. */
  readonly band:
    | 'asking'
    | 'unknown'
    | 'moving'
    | 'offline'
    | 'noMedia'
    | 'returning'
    | 'paused'
    | 'some'
    | 'free'
    | 'paid'
    | 'vip'
    | 'stopping';
  readonly card: LiveCard;
}

/** All states of the live page: band, heading, card and tab title come from one row and cannot contradict each other. */
export const liveRows = {
  stopping: { look: 'nobody', band: 'stopping', card: 'stopping' },
  asking: { look: 'nobody', band: 'asking', card: 'none' },
  unknown: { look: 'warning', band: 'unknown', card: 'hold' },
  /** The server restarts, and the broadcast goes on by itself. */
  moving: { look: 'nobody', band: 'moving', card: 'hold' },
  off: { look: 'nobody', band: 'offline', card: 'prepare' },
  rehearsing: { look: 'nobody', band: 'offline', card: 'goLive' },
  /** Offline, and the media server still serves viewers. */
  leaving: { look: 'warning', band: 'some', card: 'goLive' },
  /** Offline, and this page has given up. */
  failed: { look: 'nobody', band: 'offline', card: 'failed' },
  /** Live without a picture, which this page is about to send again. */
  returning: { look: 'warning', band: 'returning', card: 'returning' },
  /** Live without a picture, until the performer acts. */
  lost: { look: 'warning', band: 'noMedia', card: 'resume' },
  paused: { look: 'nobody', band: 'paused', card: 'onAir' },
  /** On a break, and the media server still serves viewers. */
  pausing: { look: 'warning', band: 'some', card: 'onAir' },
  free: { look: 'public', band: 'free', card: 'onAir' },
  paid: { look: 'public', band: 'paid', card: 'onAir' },
  vip: { look: 'vip', band: 'vip', card: 'onAir' },
} as const satisfies Record<string, LiveRow>;

export type LiveName = keyof typeof liveRows;

export interface LiveState extends LiveRow {
  readonly name: LiveName;
  /** Viewers to whom the media server sends the picture. */
  readonly watching: number;
  /** Member of the VIP show; empty without one. */
  readonly member: string;
  /** Viewers should see the performer, and do not, or she cannot know. */
  readonly isAlarm: boolean;
}

/** Phases in which this page sends, or is about to. */
const isActive = (phase: PublishPhase | null): boolean =>
  phase === 'connecting' || phase === 'reconnecting' || phase === 'live';

function nameOf({ audience, phase, isMoving, isStopping }: LiveFacts): LiveName {
  if (isStopping) return 'stopping';
  if (!audience) return isMoving ? 'moving' : audience === undefined ? 'asking' : 'unknown';
  const { onlineStatus: status, watching } = audience;
  // Its former connection is closed, whatever the server has noticed yet.
  const receiving = audience.receiving && phase !== 'reconnecting';
  if (status === onlineStatus.offline) {
    if (receiving) return watching > 0 ? 'leaving' : 'rehearsing';
    return phase === 'failed' ? 'failed' : isActive(phase) ? 'rehearsing' : 'off';
  }
  if (!receiving) return isMoving ? 'moving' : isActive(phase) ? 'returning' : 'lost';
  if (audience.vip !== null) return 'vip';
  if (isPaused(status)) return watching > 0 ? 'pausing' : 'paused';
  // Between the status and the show of a VIP, neither is known.
  if (isVip(status)) return 'asking';
  return isFree(status) ? 'free' : 'paid';
}

/** A page that sends nothing has other ways on than one that does. */
function cardOf(card: LiveCard, { phase, isTaken }: LiveFacts): LiveCard {
  if (card === 'stopping') return card;
  if (isTaken) return 'taken';
  if (card === 'hold' && phase === null) return 'prepare';
  if (card === 'resume' && phase === 'failed') return 'failed';
  return card;
}

/** Viewers expect a picture. */
const isOpen = (status: OnlineStatus): boolean => status !== onlineStatus.offline && !isPaused(status);

const alarming: ReadonlySet<LiveName> = new Set(['returning', 'lost', 'unknown']);

/** The one state of a live page. */
export function liveState(facts: LiveFacts): LiveState {
  const name = nameOf(facts);
  const { audience } = facts;
  const row = liveRows[name];
  return {
    ...row,
    name,
    card: cardOf(row.card, facts),
    watching: audience?.watching ?? 0,
    member: audience?.vip ?? '',
    isAlarm: alarming.has(name) && (audience ? isOpen(audience.onlineStatus) : facts.wasOpen),
  };
}

/** Heading of the card on which the performer is live. */
export const onAirKey = (name: LiveName) =>
  name === 'vip'
    ? 'studio.live.on.vipTitle'
    : name === 'paused' || name === 'pausing'
      ? 'studio.live.on.pausedTitle'
      : 'studio.live.on.title';

interface Followed {
  readonly room: Pick<StudioRoom, '$room' | '$audience'>;
  readonly broadcast: Pick<Broadcast, '$broadcast' | '$sending'>;
}

/** The state of a page, followed. */
export const followLiveState = ({ room, broadcast }: Followed): ReadableAtom<LiveState> =>
  computed(
    [room.$room, room.$audience, broadcast.$broadcast, broadcast.$sending],
    ({ status }, audience, { state, isMoving, isStopping }, sending) =>
      liveState({
        audience,
        phase: sending?.phase ?? null,
        isTaken: state === 'taken',
        isMoving,
        isStopping,
        wasOpen: isOpen(status),
      }),
  );
