import type { ChatType, EndReason } from '#contract/chat/session.ts';
import type { MessageKey } from '../../site/i18n.ts';
import type { Offer } from './offer.ts';

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
