import type { PushName, ServerPushes } from '#contract/socket.ts';

/** Never called within a transaction, except in `tx.afterCommit`. */
export interface Push {
  toMember<Name extends PushName>(memberId: number, name: Name, payload: ServerPushes[Name]): void;
  toPerformer<Name extends PushName>(performerId: number, name: Name, payload: ServerPushes[Name]): void;
  /** To everyone watching this performer's stream. */
  toRoom<Name extends PushName>(performerId: number, name: Name, payload: ServerPushes[Name]): void;
  toChatSession<Name extends PushName>(sessionId: string, name: Name, payload: ServerPushes[Name]): void;
  /** To browsers whose cookie had this hash when they connected. */
  toGuest<Name extends PushName>(guestKey: string, name: Name, payload: ServerPushes[Name]): void;
  /** To the browser whose phone call pays. */
  toDialIn<Name extends PushName>(dialInId: string, name: Name, payload: ServerPushes[Name]): void;
  /** `hiddenIn`: codes of places whose visitors do not receive it (contract/safety/hidden-places.ts). */
  toEveryone<Name extends PushName>(
    name: Name,
    payload: ServerPushes[Name],
    hiddenIn?: readonly string[],
  ): void;
  /** Disconnects every socket of a login session. */
  endSession(sessionId: string): void;
  /** Removes every socket of a chat session from the performer's room. */
  leaveRoom(sessionId: string, performerId: number): void;
}

/** Names of socket.io rooms. */
export const rooms = {
  member: (id: number) => `member:${id}`,
  performer: (id: number) => `performer:${id}`,
  stream: (performerId: number) => `stream:${performerId}`,
  chatSession: (id: string) => `chat:${id}`,
  /** By the hash of the cookie's id. */
  guest: (key: string) => `guest:${key}`,
  dialIn: (id: string) => `dial-in:${id}`,
  login: (sessionId: string) => `login:${sessionId}`,
  /** Visitors of a place. */
  place: (group: string) => `place:${group}`,
} as const;
