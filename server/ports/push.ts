import type { PushName, ServerPushes } from '#contract/socket.ts';

/** Call after the commit, never inside a transaction. */
export interface Push {
  toMember<Name extends PushName>(memberId: number, name: Name, payload: ServerPushes[Name]): void;
  toPerformer<Name extends PushName>(performerId: number, name: Name, payload: ServerPushes[Name]): void;
  /** Everyone who watches this performer's stream. */
  toRoom<Name extends PushName>(performerId: number, name: Name, payload: ServerPushes[Name]): void;
  toChatSession<Name extends PushName>(sessionId: string, name: Name, payload: ServerPushes[Name]): void;
  /** The browser whose phone call pays. */
  toDialIn<Name extends PushName>(dialInId: string, name: Name, payload: ServerPushes[Name]): void;
  toEveryone<Name extends PushName>(name: Name, payload: ServerPushes[Name]): void;
  /** Disconnects every socket of a login session. */
  endSession(sessionId: string): void;
  /** Removes every socket of a chat session from the performer's room. */
  leaveRoom(sessionId: string, performerId: number): void;
}
