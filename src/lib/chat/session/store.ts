import { atom } from 'nanostores';
import type { ChatType, EndReason } from '#contract/chat/session.ts';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import type { PlayerConfig } from '#contract/media/player.ts';
import type { PlayerTrouble } from '../../player/agent.ts';

/** A chat that is open: what the server said when it was joined, and the auth as it was last renewed. */
export interface Watching {
  readonly status: 'watching';
  readonly performer: string;
  /** The id of the session. */
  readonly session: string;
  readonly auth: string;
  readonly type: ChatType;
  /** A guest watches for a while and says nothing. */
  readonly as: 'guest' | 'member';
  /** The name this viewer goes by in the room. */
  readonly sender: string;
  readonly room: number;
  readonly config: PlayerConfig;
  /** Whether the server is heard; while it is lost the picture may go on. */
  readonly contact: 'up' | 'lost';
}

/** Where the viewer stands with the performer of this page. */
export type Chat =
  | { readonly status: 'idle' }
  | { readonly status: 'joining'; readonly performer: string }
  | Watching
  | { readonly status: 'ended'; readonly performer: string; readonly reason: EndReason }
  | {
      readonly status: 'failed';
      readonly performer: string;
      readonly label: ErrorLabel | PlayerTrouble | 'player.unsupported';
    };

export const $chat = atom<Chat>({ status: 'idle' });

/** Everyone in the room, members and guests together. */
export const $viewers = atom(0);

/** The open chat, for an act in it. Throws `badRequest.session.ended` where there is none. */
export function openChat(): Watching {
  const chat = $chat.get();
  if (chat.status !== 'watching') throw new AppError('badRequest.session.ended');
  return chat;
}
