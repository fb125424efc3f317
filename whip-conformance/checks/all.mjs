// @ts-check
import { acceptedRules } from './accepted.mjs';
import { answerRules } from './answer.mjs';
import { authRules } from './auth.mjs';
import { connectionRules } from './connection.mjs';
import { createdRules } from './created.mjs';
import { endpointRules } from './endpoint.mjs';
import { limitRules } from './limits.mjs';
import { idleRules, mediaRules } from './media.mjs';
import { refusedRules } from './refused.mjs';
import { restartRules } from './restart.mjs';
import { sessionRules } from './session.mjs';
import { trickleRules } from './trickle.mjs';

/** @import { Check, Protocol } from '../lib/types.d.ts' */

const rules = [
  ...idleRules,
  ...endpointRules,
  ...createdRules,
  ...answerRules,
  ...acceptedRules,
  ...refusedRules,
  ...authRules,
  ...sessionRules,
  ...trickleRules,
  ...restartRules,
  ...connectionRules,
  ...mediaRules,
  // At the end: they use up what the others need.
  ...limitRules,
];

/** @param {Protocol} protocol @returns {Check[]} */
const checksOf = (protocol) =>
  rules.flatMap(({ sources, name, ...rest }) => {
    const source = sources[protocol];
    return source ? [{ ...rest, id: `${protocol}.${name}`, number: 0, protocol, source }] : [];
  });

/** Every check, numbered from 1. @type {readonly Check[]} */
export const checks = [...checksOf('whip'), ...checksOf('whep')].map((check, at) => ({
  ...check,
  number: at + 1,
}));
