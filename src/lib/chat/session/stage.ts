import type { ChatType, EndReason } from '#contract/chat/session.ts';
import type { MessageKey } from '../../site/i18n.ts';
import type { Offer } from '../offer.ts';
import { joinRefusal } from '../request.ts';
import type { Chat } from '../store.ts';

/** What is shown over the picture; null while it plays. */
export type StageView =
  | { readonly kind: 'picture' }
  | { readonly kind: 'offer'; readonly offer: Exclude<Offer, 'free'> }
  | { readonly kind: 'ended'; readonly reason: EndReason; readonly offer: Offer }
  | { readonly kind: 'failed'; readonly what: Failed; readonly offer: Offer };

/** `format`: this browser cannot decode the broadcast, others can. */
type Failed = 'browser' | 'old-browser' | 'format' | 'picture' | 'chat';

function whatFailed(label: string): Failed {
  if (label === 'player.format') return 'format';
  if (label === 'player.outdated') return 'old-browser';
  if (label === 'player.unsupported' || label === 'player.codec') return 'browser';
  return label.startsWith('player.') || label === 'badRequest.media.unavailable' ? 'picture' : 'chat';
}

/** `isInterrupted`: the chat goes on by itself in a moment. */
export function stageOf(chat: Chat, offer: Offer, isInterrupted = false): StageView {
  if (isInterrupted) return { kind: 'picture' };
  switch (chat.status) {
    case 'joining':
    case 'watching':
      return { kind: 'picture' };
    case 'ended':
      return {
        kind: 'ended',
        reason: chat.reason,
        // Members have no limit in free chat.
        offer: chat.reason === 'guest_expired' && !isAway(offer) ? 'register' : offer,
      };
    case 'failed':
      if (offer !== 'free' && joinRefusal(chat.label).isTold) return { kind: 'offer', offer };
      return { kind: 'failed', what: whatFailed(chat.label), offer };
    case 'idle':
      return offer === 'free' ? { kind: 'picture' } : { kind: 'offer', offer };
  }
}

/** What the viewer of an ended chat can do on this page. */
export type NextStep = 'free' | 'paid' | 'phone' | 'topUp' | 'register' | null;

interface Wallet {
  /** Credits; null while unknown. */
  readonly balance: number | null;
  /** Per minute. */
  readonly price: number;
  /** Whether a rest is left, here or in the tab that took over; it can be used without credits. */
  readonly hasRest: boolean;
}

export function nextStepOf(offer: Offer, { balance, price, hasRest }: Wallet): NextStep {
  if (offer === 'free' || offer === 'register' || offer === 'phone') return offer;
  if (offer !== 'paid') return null;
  return balance === null || balance >= price || hasRest ? 'paid' : 'topUp';
}

/** Whether the performer or an operator has put the viewer out of the room. */
export const isSentOut = (reason: EndReason): boolean => reason === 'kicked' || reason.startsWith('removed');

/** Ends that offer no way back into a paid chat on this page. */
export const isFinal = (reason: EndReason): boolean =>
  isSentOut(reason) || reason === 'limit-reached' || reason === 'cool-off';

/** Whether the performer cannot be watched now. */
export const isAway = (offer: Offer): offer is 'paused' | 'busy' | 'offline' =>
  offer === 'paused' || offer === 'busy' || offer === 'offline';

/** Ends caused by the performer's status: outdated once that status changes. */
const aboutPerformer: ReadonlySet<EndReason> = new Set([
  'paused',
  'host-disconnected',
  'chat-switch',
  'vip-started',
]);

const whereabouts = {
  paused: 'chat.ended.paused',
  busy: 'chat.busy',
  offline: 'chat.ended.host-disconnected',
} as const satisfies Partial<Record<Offer, MessageKey>>;

export interface EndedChat {
  readonly reason: EndReason;
  /** What the performer offers now. */
  readonly offer: Offer;
  /** Whether the performer was away while the card was shown. */
  readonly wasAway: boolean;
  /** What the page rejoins by itself; null if nothing. */
  readonly rejoins: ChatType | null;
}

/** Title that agrees with the status beside the name: never "offline" next to "live". */
export function endTitleOf({ reason, offer, wasAway }: Omit<EndedChat, 'rejoins'>): MessageKey {
  if (!aboutPerformer.has(reason)) return `chat.ended.${reason}`;
  if (isAway(offer)) return whereabouts[offer];
  if (wasAway) return 'chat.back';
  return reason === 'chat-switch' || reason === 'vip-started' ? `chat.ended.${reason}` : 'chat.ended.default';
}

/** Texts below the title, in order. */
export function endTextsOf(
  { reason, offer, rejoins }: EndedChat,
  next: NextStep,
  hasRest: boolean,
): readonly MessageKey[] {
  if (rejoins === 'vip') return ['vip.own.rejoins'];
  if (isAway(offer)) {
    const where: readonly MessageKey[] = aboutPerformer.has(reason) ? [] : [awayText[offer]];
    return [...where, offer === 'offline' ? 'stream.offlineText' : 'chat.whenBack'];
  }
  if (reason === 'limit-reached' || reason === 'cool-off') return ['chat.limitText'];
  if (isSentOut(reason)) return ['chat.kickedText'];
  if (rejoins !== null) return ['chat.rejoins'];
  if (next === 'phone') return ['phone.goOnText'];
  if (next === 'topUp') return ['chat.topUp'];
  if (next === 'register') return [reason === 'guest_expired' ? 'chat.expiredText' : 'chat.registerText'];
  const then: readonly MessageKey[] = next === 'paid' && hasRest ? ['chat.thenPaid'] : [];
  if (reason === 'duplicate_session') return ['chat.takesOver', ...then];
  return reason === 'failed' ? ['chat.nothingCharged', ...then] : then;
}

const awayText = {
  paused: 'chat.now.paused',
  busy: 'chat.now.busy',
  offline: 'chat.now.offline',
} as const satisfies Partial<Record<Offer, MessageKey>>;
