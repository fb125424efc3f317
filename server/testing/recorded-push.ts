import type { PushName, ServerPushes } from '#contract/socket.ts';
import type { Push } from '#server/ports/push.ts';

/** A push as it would have been sent. */
export interface RecordedPush {
  to: string;
  name: PushName | 'leave-room' | 'end-session';
  payload: unknown;
}

export function recordPushes(): { push: Push; pushes: RecordedPush[] } {
  const pushes: RecordedPush[] = [];
  const record =
    (kind: string) =>
    <Name extends PushName>(id: number | string, name: Name, payload: ServerPushes[Name]): void => {
      pushes.push({ to: `${kind}:${id}`, name, payload });
    };
  return {
    pushes,
    push: {
      toMember: record('member'),
      toPerformer: record('performer'),
      toRoom: record('room'),
      toChatSession: record('chat'),
      toGuest: record('guest'),
      toDialIn: record('dial-in'),
      toEveryone: (name, payload, hiddenIn = []) => {
        const to = hiddenIn.length === 0 ? 'everyone' : `everyone but ${hiddenIn.join()}`;
        pushes.push({ to, name, payload });
      },
      endSession: (id) => pushes.push({ to: `login:${id}`, name: 'end-session', payload: {} }),
      leaveRoom: (id) => pushes.push({ to: `chat:${id}`, name: 'leave-room', payload: {} }),
    },
  };
}
