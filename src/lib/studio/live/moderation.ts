import type { DelaySeconds } from '#contract/chat/room/moderation-delay.ts';
import { appointModerator, dismissModerator, renewModerator } from '#contract/chat/room/moderator-calls.ts';
import {
  liftSanction,
  removeMessage,
  sanctionViewer,
  setMessageDelay,
  setRoomWords,
  setSlowMode,
  type Target,
} from '#contract/chat/room/sanction-calls.ts';
import type { SanctionKind } from '#contract/chat/sanctions.ts';
import { call } from '../../api/call.ts';

/** Runs an act, and reads the room again. */
export type Act = (run: () => Promise<unknown>) => Promise<boolean>;

/** What keeps order in the room. */
export interface Moderation {
  /** Mutes, kicks or blocks a viewer. Null minutes never end; without, it lasts as long as the kind by default. */
  sanctionViewer(target: Target, kind: SanctionKind, minutes?: number | null): Promise<boolean>;
  liftSanction(sanction: number): Promise<boolean>;
  /** Makes a member a moderator for 30 days. */
  appointModerator(target: Target): Promise<boolean>;
  renewModerator(moderator: number): Promise<boolean>;
  dismissModerator(moderator: number): Promise<boolean>;
  /** Null turns slow mode off. */
  setSlowMode(seconds: number | null): Promise<boolean>;
  /** Null turns the moderation delay off. */
  setMessageDelay(seconds: DelaySeconds): Promise<boolean>;
  setRoomWords(words: string[]): Promise<boolean>;
  /** For everybody and for good. */
  removeMessage(message: string): Promise<boolean>;
}

export const moderationIn = (act: Act): Moderation => ({
  sanctionViewer: (target, kind, minutes) => act(() => call(sanctionViewer, { target, kind, minutes })),
  liftSanction: (sanction) => act(() => call(liftSanction, { sanction })),
  appointModerator: (target) => act(() => call(appointModerator, { target })),
  renewModerator: (moderator) => act(() => call(renewModerator, { moderator })),
  dismissModerator: (moderator) => act(() => call(dismissModerator, { moderator })),
  setSlowMode: (seconds) => act(() => call(setSlowMode, { seconds })),
  setMessageDelay: (seconds) => act(() => call(setMessageDelay, { seconds })),
  setRoomWords: (words) => act(() => call(setRoomWords, { words })),
  removeMessage: (message) => act(() => call(removeMessage, { message })),
});
