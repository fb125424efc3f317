import type { PlayerConfig } from '@vonk/media';
import type { PlayerTrouble } from '@vonk/media/player';
import { atom } from 'nanostores';
import type { Receipt } from '#contract/chat/receipt.ts';
import type { ChatType, EndReason } from '#contract/chat/session.ts';
import { AppError, type ErrorLabel } from '#contract/errors.ts';

/** What the join answered, with the latest auth token. */
export interface Watching {
  readonly status: 'watching';
  readonly performer: string;
  readonly session: string;
  readonly auth: string;
  readonly type: ChatType;
  /** Guests can watch for a while, but not write; `phone`: a guest whose call pays, who can. */
  readonly as: 'guest' | 'member' | 'phone';
  /** The viewer's name in the room. */
  readonly sender: string;
  readonly room: number;
  readonly config: PlayerConfig;
  /** `lost`: keep-alives fail; the picture may go on. */
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

/** A chat that ended for good on this page: the viewer goes to the profile, where it is told. */
export interface Departure {
  readonly reason: EndReason;
  readonly performer: string;
  readonly receipt: Promise<Receipt | null>;
}

/** Who was sent out may come in again. */
export const $isWelcome = atom(false);

export const $departure = atom<Departure | null>(null);

/** What was watched last on this page, also after its end. */
export const $watchedType = atom<ChatType | null>(null);

/** `until`: ms since the epoch, by this page's clock; null while it is watched in another window. */
export interface OwnShow {
  readonly until: number | null;
}

/** The viewer's own show with the performer of this page, while it is not watched here. */
export const $ownShow = atom<OwnShow | null>(null);

/** Members and guests. */
export const $viewers = atom(0);

/** Throws `badRequest.session.ended` without an open chat. */
export function openChat(): Watching {
  const chat = $chat.get();
  if (chat.status !== 'watching') throw new AppError('badRequest.session.ended');
  return chat;
}
