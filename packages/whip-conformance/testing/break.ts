import type { IncomingHttpHeaders } from 'node:http';
import type { IceCredentials } from '../lib/types.ts';

/** `on` is a stage of the server, or the part of it before the colon. */
export const at = (on: string, edit: (reply: Reply) => void): Break => ({
  change: (reply, stage) => {
    if (stage === on || stage.startsWith(`${on}:`)) edit(reply);
  },
});

export const status = (on: string, status: number) => at(on, (reply) => Object.assign(reply, { status }));

/** Null removes the header. */
export const header = (on: string, name: string, value: string | null = null) =>
  at(on, (reply) => {
    if (value === null) delete reply.headers[name];
    else reply.headers[name] = value;
  });

export const editHeader = (on: string, name: string, edit: (value: string) => string) =>
  at(on, (reply) => {
    reply.headers[name] = edit(String(reply.headers[name]));
  });

export const body = (on: string, from: string | RegExp, to: string) =>
  at(on, (reply) => {
    reply.body = reply.body.replaceAll(from, to);
  });

export const omit = (...without: readonly string[]): Break => ({ without });

/** Checks that add candidates. */
export const tricklings = [
  'status',
  'parameters',
  'tcp',
  'mdns',
  'strange',
  'ipv6',
  'end',
  'twice',
  'overlapping',
].map((name) => `trickle.${name}`);

/** Checks that add a candidate to test whether a session still works. */
export const goingOn = ['refuses.without-harm', 'patch.without-harm', 'restart.failed'];

export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

export interface Session {
  id: string;
  tag: string;
  offer: string;
  theirs: IceCredentials;
  ice: IceCredentials & { port: number };
  /** `ufrag` values from before ICE restarts. */
  former: string[];
  ended: boolean;
}

/** Rules that the fake server breaks. */
export interface Break {
  change?: (
    reply: Reply,
    stage: string,
    request: { body: string; headers: IncomingHttpHeaders; session?: Session | undefined },
  ) => void;
  /** Faults and rules that the server does not check. */
  without?: readonly string[];
}

/** One broken rule. */
export interface Breakage {
  name: string;
  /** Exactly the checks that must fail or warn. */
  red: readonly string[];
  broken: Break;
  protocol?: 'whip' | 'whep';
  ice?: boolean;
}
