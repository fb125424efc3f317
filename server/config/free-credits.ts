import { z } from 'zod';
import { flag, is } from './explained.ts';

export interface FreeCreditsConfig {
  /** Whether performers earn from credits that the house gave. */
  freeCreditsEarn: boolean;
  /** New accounts that make a ring, 0 for none; days for which an account is new. */
  ring: { accounts: number; days: number };
}

export const freeCreditVariables = {
  FREE_CREDITS_EARN: is(
    flag(true),
    'performers earn from welcome and goodwill credits that members spend; with `false` only from bought ones',
  ),
  RING_ACCOUNTS: is(
    z.coerce.number().int().min(0).default(5),
    'new accounts of one network or mailbox that spend free credits at the same performer before the desk gets an [alert](operate/desk.md#rings); `0` for never, and no networks are stored',
  ),
  RING_DAYS: is(
    z.coerce.number().int().min(1).max(30).default(7),
    'days for which an account counts as new for that alert, and for which the hash of its network is stored',
  ),
};

interface FreeCreditVariables {
  readonly FREE_CREDITS_EARN: boolean;
  readonly RING_ACCOUNTS: number;
  readonly RING_DAYS: number;
}

export const freeCreditsConfig = (env: FreeCreditVariables): FreeCreditsConfig => ({
  freeCreditsEarn: env.FREE_CREDITS_EARN,
  ring: { accounts: env.RING_ACCOUNTS, days: env.RING_DAYS },
});
