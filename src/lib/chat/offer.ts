import { browserPowers, supportLevel } from '@vonk/media/player';
import { atom, computed, map } from 'nanostores';
import type { ChatPrices } from '#contract/chat/prices.ts';
import type { Rest } from '#contract/chat/receipt-calls.ts';
import { chatTypeFor } from '#contract/chat/session.ts';
import type { Away } from '#contract/performers/profile/away.ts';
import { isPaused, isVip, type OnlineStatus } from '#contract/performers/status.ts';
import { call } from '../api/call.ts';
import { on, onConnection } from '../api/socket/socket.ts';
import { $session } from '../shell/start/session.ts';
import { $canCall, $dialIn } from '../wallet/store.ts';
import { $offeredPrices } from './prices.ts';
import { joinRefusal } from './request.ts';
import { keepRests } from './rests.ts';
import { $chat } from './store.ts';

export type Offer = 'free' | 'paid' | 'phone' | 'register' | 'paused' | 'busy' | 'offline';

/** Guests see free chat only, unless a phone call pays. */
export function offerOf(status: number, isMember: boolean, isCalling = false): Offer {
  const type = chatTypeFor(status);
  if (type === 'free') return 'free';
  if (type !== null && !isMember) return isCalling ? 'phone' : 'register';
  if (type !== null) return 'paid';
  if (isPaused(status)) return 'paused';
  return isVip(status) ? 'busy' : 'offline';
}

/** The performer of this stream page. */
export interface Stream {
  readonly user: number;
  readonly username: string;
  readonly onlineStatus: OnlineStatus;
  /** At rendering; a later login is in `$session`. */
  readonly isMember: boolean;
  /** Whether guests can pay by phone. */
  readonly canCall?: boolean;
  /** Rests of the member's units, at rendering. */
  readonly rests?: readonly Rest[];
  /** What she asks, at rendering; missing if all performers ask the specification's prices. */
  readonly prices?: ChatPrices;
  /** What she shows in pause. */
  readonly away?: Away | undefined;
}

export const $stream = map<Stream>({ user: 0, username: '', onlineStatus: 0, isMember: false });

export const $offer = computed(
  [$stream, $session, $dialIn],
  ({ onlineStatus, isMember }, { status }, { active }) =>
    offerOf(onlineStatus, isMember || status === 'member', active),
);

/** Follows the performer's offer. Returns a stop function. */
export function openStream(stream: Stream): () => void {
  $stream.set(stream);
  $canCall.set(stream.canCall === true);
  keepRests(stream.rests ?? []);
  $offeredPrices.set(stream.prices ?? null);
  const stops = [
    on('performer-status', ({ user, onlineStatus, away }) => {
      if (user === stream.user) $stream.set({ ...$stream.get(), onlineStatus, away });
    }),
    on('performer-prices', ({ user, prices }) => {
      if (user === stream.user) $offeredPrices.set(prices);
    }),
    // Pushes may have been missed while disconnected.
    onReconnect(() => void readOffer(stream.username)),
    $chat.listen((chat) => {
      const status = chat.status === 'failed' ? joinRefusal(chat.label).status : undefined;
      if (status !== undefined) $stream.setKey('onlineStatus', status);
      if (chat.status === 'failed' && chat.label === 'badRequest.chat.price') void readOffer(stream.username);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function onReconnect(act: () => void): () => void {
  let wasDown = false;
  return onConnection((state) => {
    if (state === 'connected' && wasDown) act();
    wasDown = state === 'disconnected';
  });
}

async function readOffer(username: string): Promise<void> {
  // Imported on demand: most pages never need these schemas.
  const profile = await import('#contract/performers/profile/profile-calls.ts')
    .then(({ readProfile }) => call(readProfile, { username }))
    .catch(() => null);
  if (!profile) return;
  const { onlineStatus, away } = profile;
  $stream.set({ ...$stream.get(), onlineStatus, away });
  $offeredPrices.set(profile.prices ?? null);
}

/** Whether this browser supports streams only in part. */
export const $isOutdated = atom(false);

/** Checks the browser before any media is loaded. Returns why it cannot play, or null. */
export function whyNotPlayed(): 'player.unsupported' | 'player.outdated' | null {
  const level = supportLevel(browserPowers());
  $isOutdated.set(level === 2);
  if (level === 3) return 'player.outdated';
  return level === 1 ? 'player.unsupported' : null;
}
