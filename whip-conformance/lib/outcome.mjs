// @ts-check
/** @import { Reply } from './types.d.ts' */

/** The rule is broken; the message says what was seen. */
export class Failure extends Error {}

/** The rule does not apply to this server, or could not be tried. */
export class Skip extends Error {}

/**
 * @param {boolean} holds
 * @param {string} seen
 * @returns {asserts holds}
 */
export function expect(holds, seen) {
  if (!holds) throw new Failure(seen);
}

/** @param {Reply} reply */
export const told = ({ method, status }) => `${method} was answered with ${status}`;

/**
 * @param {Reply} reply
 * @param {readonly number[]} allowed
 */
export function expectStatus(reply, ...allowed) {
  expect(allowed.includes(reply.status), `${told(reply)} instead of ${allowed.join(' or ')}`);
}

/** @param {Reply} reply */
export function expectSuccess(reply) {
  expect(reply.status >= 200 && reply.status < 300, `${told(reply)} instead of 2xx`);
}

/** @param {Reply} reply */
export function expectRefusal(reply) {
  expect(reply.status >= 400 && reply.status < 500, `${told(reply)} instead of 4xx`);
}
