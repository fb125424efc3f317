import { z } from 'zod';

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
