import { z } from 'zod';
import { is } from './explained.ts';

/** Parameters of Argon2id. */
export interface PasswordCost {
  /** KiB of memory per hash. */
  readonly memoryCost: number;
  /** Passes over that memory. */
  readonly timeCost: number;
  /** Threads per hash. */
  readonly parallelism: number;
}

export interface PasswordConfig {
  readonly cost: PasswordCost;
  /** Number of concurrent hashes, and of those waiting. */
  readonly atOnce: number;
  readonly waiting: number;
}

/** Recommended by OWASP for 19 MiB (Password Storage Cheat Sheet). */
export const DEFAULT_PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Minimum among OWASP's equivalent choices: 7 MiB in five passes. */
const LEAST_MEMORY = 7168;
const LEAST_WORK = 7168 * 5;

const count = (least: number, most: number, fallback: number) =>
  z.coerce.number().int().min(least).max(most).default(fallback);

export const passwordSchemas = {
  memory: count(LEAST_MEMORY, 1024 * 1024, DEFAULT_PASSWORD_COST.memoryCost),
  passes: count(1, 50, DEFAULT_PASSWORD_COST.timeCost),
  threads: count(1, 16, DEFAULT_PASSWORD_COST.parallelism),
  atOnce: count(1, 64, 2),
  waiting: count(0, 10_000, 60),
};

interface PasswordEnvironment {
  readonly PASSWORD_MEMORY_KIB: number;
  readonly PASSWORD_PASSES: number;
  readonly PASSWORD_THREADS: number;
  readonly PASSWORD_HASHES: number;
  readonly PASSWORD_WAITING: number;
}

export const passwordConfig = (env: PasswordEnvironment): PasswordConfig => ({
  cost: {
    memoryCost: env.PASSWORD_MEMORY_KIB,
    timeCost: env.PASSWORD_PASSES,
    parallelism: env.PASSWORD_THREADS,
  },
  atOnce: env.PASSWORD_HASHES,
  waiting: env.PASSWORD_WAITING,
});

/** Null unless hashes would be weaker than OWASP's weakest recommendation. */
export const passwordMistake = ({ cost: { memoryCost, timeCost } }: PasswordConfig): string | null =>
  memoryCost * timeCost < LEAST_WORK
    ? `PASSWORD_MEMORY_KIB times PASSWORD_PASSES is less than ${LEAST_WORK}, weaker than OWASP recommends; raise one.`
    : null;

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
    'minutes after its last use at which an operator’s login is locked; each login at the desk ends after 8 hours',
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
