import type { PushName, ServerPushes } from '#contract/socket.ts';
import { createLimits } from '#server/calls/limits.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { AddressRefused, type Mail, type MailGateway } from '#server/ports/gateways.ts';
import type { Limits } from '#server/ports/limits.ts';
import type { Push } from '#server/ports/push.ts';

export interface FakeMail {
  gateway: MailGateway;
  sent: Mail[];
  /** Number of next mails to refuse. */
  refuse: number;
  /** Addresses that do not exist. */
  readonly unknown: Set<string>;
}

export function fakeMail(): FakeMail {
  const fake: FakeMail = {
    sent: [],
    refuse: 0,
    unknown: new Set(),
    gateway: {
      check: async () => undefined,
      async send(mail) {
        if (fake.refuse > 0) {
          fake.refuse -= 1;
          throw new Error('The mail server refused');
        }
        if (fake.unknown.has(mail.to)) throw new AddressRefused(`550 5.1.1 <${mail.to}>: unknown`);
        fake.sent.push(mail);
      },
    },
  };
  return fake;
}

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

/** Commits, but runs nothing of what follows: the process dies right after the commit. */
export function dyingDb(db: Db): Db {
  const transaction: Db['transaction'] = (work) =>
    db.transaction((tx) => work(Object.create(tx, { afterCommit: { value: () => {} } }) as Tx));
  return Object.create(db, { transaction: { value: transaction } }) as Db;
}

/**
 * The product's limits with their cost, but without refusals: an exhausted counter restarts. A benchmark's load comes
 * from few members and one IP.
 */
export function unreachedLimits(): Limits {
  const real = createLimits(null);
  return {
    ...real,
    take: async (name, key) => {
      await real.take(name, key).catch(() => real.clear(name, key));
    },
  };
}
