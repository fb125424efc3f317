export type Protocol = 'whip' | 'whep';
export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** A document and the section in it. */
export type Source = readonly [document: string, section: string];
export type Sources = Partial<Record<Protocol, Source>>;

/** `fail`: a broken MUST; `warn`: a broken SHOULD or MAY; `skip`: does not apply, or could not be tested. */
export type Outcome = 'pass' | 'fail' | 'warn' | 'skip';

export interface Result {
  /** Such as `whip.created.status`; stable between versions. */
  id: string;
  number: number;
  protocol: Protocol;
  level: Level;
  title: string;
  document: string;
  section: string;
  outcome: Outcome;
  /** The server's actual behaviour, or why the check was skipped. */
  detail: string;
  ms: number;
}

export interface Reply {
  method: string;
  url: string;
  status: number;
  /** By name in lower case; a header sent twice has two values. */
  headers: Readonly<Record<string, readonly string[]>>;
  body: string;
}

export interface Ask {
  headers?: Record<string, string>;
  body?: string;
  /** Null sends no token; undefined sends the target's own. */
  token?: string | null;
  /** Returns a 429 instead of waiting and repeating the request. */
  impatient?: boolean;
}

export interface IceCredentials {
  ufrag: string;
  pwd: string;
}

export interface Options {
  whip?: string;
  whep?: string;
  token?: string;
  whepToken?: string;
  /** A valid token for another room. */
  otherToken?: string;
  timeoutMs?: number;
  /** Requests sent in one burst to find a rate limit; 0 skips these checks. */
  burst?: number;
  /** Runs only checks whose id begins with one of these. */
  only?: readonly string[];
  /** Skips checks whose id begins with one of these. */
  except?: readonly string[];
  onResult?: (result: Result) => void;
}

/** The rule is broken; the message describes the server's behaviour. */
export class Failure extends Error {}

/** The rule does not apply to this server, or could not be tested. */
export class Skip extends Error {}

export function expect(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new Failure(seen);
}

export const describeReply = ({ method, status }: Reply) => `${method} was answered with ${status}`;

export function expectStatus(reply: Reply, ...allowed: readonly number[]) {
  expect(allowed.includes(reply.status), `${describeReply(reply)} instead of ${allowed.join(' or ')}`);
}

export function expectSuccess(reply: Reply) {
  expect(reply.status >= 200 && reply.status < 300, `${describeReply(reply)} instead of 2xx`);
}

export function expectRefusal(reply: Reply) {
  expect(reply.status >= 400 && reply.status < 500, `${describeReply(reply)} instead of 4xx`);
}
