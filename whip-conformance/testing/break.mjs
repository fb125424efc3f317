// @ts-check
/** @import { Break, Reply } from './fake-server.mjs' */

/**
 * One broken rule, and the checks that have to notice it: these and no others.
 * @typedef {{ name: string, red: readonly string[], broken: Break, protocol?: 'whip' | 'whep', ice?: boolean }} Breakage
 */

/** `on` is a stage of the server, or what stands before its colon. @param {string} on @param {(reply: Reply) => void} edit @returns {Break} */
export const at = (on, edit) => ({
  change: (reply, stage) => {
    if (stage === on || stage.startsWith(`${on}:`)) edit(reply);
  },
});

/** @param {string} on @param {number} status */
export const status = (on, status) => at(on, (reply) => Object.assign(reply, { status }));

/** @param {string} on @param {string} name @param {string | null} [value] null: without it */
export const header = (on, name, value = null) =>
  at(on, (reply) => {
    if (value === null) delete reply.headers[name];
    else reply.headers[name] = value;
  });

/** @param {string} on @param {string} name @param {(value: string) => string} edit */
export const editHeader = (on, name, edit) =>
  at(on, (reply) => {
    reply.headers[name] = edit(String(reply.headers[name]));
  });

/** @param {string} on @param {string | RegExp} from @param {string} to */
export const body = (on, from, to) =>
  at(on, (reply) => {
    reply.body = reply.body.replaceAll(from, to);
  });

/** @param {readonly string[]} without @returns {Break} */
export const omit = (...without) => ({ without });

/** Whatever adds candidates. */
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
/** What looks whether a session goes on does it by candidates. */
export const goingOn = ['refuses.without-harm', 'patch.without-harm', 'restart.failed'];
