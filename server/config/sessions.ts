import { z } from 'zod';
import { is } from './explained.ts';

export interface SessionsConfig {
  /** ms after its last use at which a login ends, by whose it is. */
  sessionIdleMs: Readonly<Record<'member' | 'performer' | 'operator', number>>;
}

export const sessionVariables = {
  MEMBER_IDLE_DAYS: is(
    z.coerce.number().int().min(1).max(30).default(30),
    'days after its last use at which a member’s login ends; each login ends after 30',
  ),
  STUDIO_IDLE_HOURS: is(
    z.coerce.number().int().min(1).max(720).default(12),
    'hours after its last use at which a performer’s login ends; a page of the studio that is open while she is on is a use',
  ),
  DESK_IDLE_MINUTES: is(
    z.coerce.number().int().min(5).max(480).default(30),
    'minutes after its last use at which an operator’s login ends; each login at the desk ends after 8 hours',
  ),
};

type SessionVariables = Readonly<Record<keyof typeof sessionVariables, number>>;

export const sessionsConfig = (env: SessionVariables): SessionsConfig => ({
  sessionIdleMs: {
    member: env.MEMBER_IDLE_DAYS * 24 * 3_600_000,
    performer: env.STUDIO_IDLE_HOURS * 3_600_000,
    operator: env.DESK_IDLE_MINUTES * 60_000,
  },
});
