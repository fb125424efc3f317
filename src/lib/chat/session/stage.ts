import type { EndReason } from '#contract/chat/session.ts';
import type { Chat } from '../store.ts';
import { isAway } from './end-card.ts';
import { joinRefusal } from './join-refusals.ts';
import type { Offer } from './offer.ts';

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

export function stageOf(chat: Chat, offer: Offer): StageView {
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
