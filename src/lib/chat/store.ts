import type { PlayerConfig } from '@vonk/media';
import type { PlayerTrouble } from '@vonk/media/player';
import { atom } from 'nanostores';
import type { Receipt } from '#contract/chat/receipt-calls.ts';
import { type ChatType, type EndReason, goodReception, type Reception } from '#contract/chat/session.ts';
import type { GoalView } from '#contract/chat/tipping/goals.ts';
import { AppError, type ErrorLabel } from '#contract/errors.ts';

/** The join's response, with the latest auth token. */
export interface Watching {
  readonly status: 'watching';
  readonly performer: string;
  readonly session: string;
  readonly auth: string;
  readonly type: ChatType;
  /** Guests can watch for a while, but not write; `phone`: a guest whose call pays, who can write. */
  readonly as: 'guest' | 'member' | 'phone';
  /** The viewer's name in the room. */
  readonly sender: string;
  readonly room: number;
  readonly config: PlayerConfig;
  /** `lost`: keep-alives fail; the picture may continue. */
  readonly contact: 'up' | 'lost';
}

export type Chat =
  | { readonly status: 'idle' }
  | { readonly status: 'joining'; readonly performer: string }
  | Watching
  | { readonly status: 'ended'; readonly performer: string; readonly reason: EndReason }
  | {
      readonly status: 'failed';
      readonly performer: string;
      readonly label: ErrorLabel | PlayerTrouble | 'player.unsupported' | 'player.outdated';
    };

export const $chat = atom<Chat>({ status: 'idle' });

/** A chat that ended for good on this page: the viewer is sent to the profile, which shows the reason. */
export interface Departure {
  readonly reason: EndReason;
  readonly performer: string;
  readonly receipt: Promise<Receipt | null>;
}

/** Whether a viewer who was kicked or blocked may join again. */
export const $isWelcome = atom(false);

export const $departure = atom<Departure | null>(null);

/** Receipt of the last ended chat; null until the server has sent it. */
export const $receipt = atom<Receipt | null>(null);

/** The type watched last on this page, also after its end. */
export const $watchedType = atom<ChatType | null>(null);

/** `until`: ms since the epoch, by this page's clock; null while it is watched in another window. */
export interface OwnShow {
  readonly until: number | null;
}

/** The viewer's own show with this performer, while it is not watched on this page. */
export const $ownShow = atom<OwnShow | null>(null);

/** What is wrong with the performer's stream. */
export const $reception = atom<Reception>(goodReception);

/** Number of members and guests. */
export const $viewers = atom(0);

/** Whether tips move the watched performer's toy. */
export const $isToyOn = atom(false);

/** The watched performer's running goal. */
export const $goal = atom<GoalView | null>(null);

/** The performer whose chat would end by leaving the page; null without one. */
export function chatWith(): string | null {
  const chat = $chat.get();
  return chat.status === 'watching' || chat.status === 'joining' ? chat.performer : null;
}

/**
 * The chat that a restart of the service interrupts: the page waits for its picture without a card. Null as soon as the
 * picture is back, the viewer does something else, or it takes too long.
 */
export const $interrupted = atom<Watching | null>(null);

/** Throws `badRequest.session.ended` without an open chat. */
export function openChat(): Watching {
  const chat = $chat.get();
  if (chat.status !== 'watching') throw new AppError('badRequest.session.ended');
  return chat;
}
