import type { PushName, ServerPushes } from '#contract/socket.ts';

/** Sends typed events to sockets. Call it after the commit, never inside a transaction. */
export interface Push {
  toMember<Name extends PushName>(memberId: number, name: Name, payload: ServerPushes[Name]): void;
  toPerformer<Name extends PushName>(performerId: number, name: Name, payload: ServerPushes[Name]): void;
  /** Everyone who watches this performer's stream. */
  toRoom<Name extends PushName>(performerId: number, name: Name, payload: ServerPushes[Name]): void;
  /** One chat session's own sockets. */
  toChatSession<Name extends PushName>(sessionId: string, name: Name, payload: ServerPushes[Name]): void;
  toEveryone<Name extends PushName>(name: Name, payload: ServerPushes[Name]): void;
  /** Takes every socket of a login session off the line. */
  endSession(sessionId: string): void;
  /** Takes every socket of a chat session out of the performer's room. */
  leaveRoom(sessionId: string, performerId: number): void;
}
