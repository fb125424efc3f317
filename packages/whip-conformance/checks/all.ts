import type { Check } from '../lib/rule.ts';
import type { Protocol } from '../lib/types.ts';
import { acceptedRules } from './accepted.ts';
import { answerRules } from './answer.ts';
import { authRules } from './auth.ts';
import { connectionRules } from './connection.ts';
import { createdRules } from './created.ts';
import { endpointRules } from './endpoint.ts';
import { limitRules } from './limits.ts';
import { idleRules, mediaRules } from './media.ts';
import { refusedRules } from './refused.ts';
import { restartRules } from './restart.ts';
import { sessionRules } from './session.ts';
import { trickleRules } from './trickle.ts';

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
  // Last, because they exhaust the limits that other checks need.
  ...limitRules,
];

const checksOf = (protocol: Protocol): Check[] =>
  rules.flatMap(({ sources, name, ...rest }) => {
    const source = sources[protocol];
    return source ? [{ ...rest, id: `${protocol}.${name}`, number: 0, protocol, source }] : [];
  });

/** Every check, numbered from 1. */
export const checks: readonly Check[] = [...checksOf('whip'), ...checksOf('whep')].map((check, at) => ({
  ...check,
  number: at + 1,
}));
