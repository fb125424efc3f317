import type { Reply } from './types.ts';

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
