import { hash, parseOptions, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { AppError } from '#contract/errors.ts';
import { foldPassword } from '#contract/member/account/credentials.ts';
import { DEFAULT_PASSWORD_COST, type PasswordConfig, type PasswordCost } from '#server/config/logins.ts';
import type { Events } from '#server/events.ts';
import type { Passwords } from '#server/ports/gateways.ts';

/** Bypasses the queue; for seeds and tests. */
export const hashPassword = (password: string, cost: PasswordCost = DEFAULT_PASSWORD_COST): Promise<string> =>
  hash(foldPassword(password), cost);

/** Seconds after which a refused client may retry; by then the queue is empty. */
const RETRY_AFTER = 2;

/** Argon2id with limits for running and waiting hashes, so that a flood of logins cannot exhaust memory and threads. */
export function createPasswords(config: PasswordConfig, events: Events): Passwords {
  const { cost, atOnce, waiting } = config;
  const queue = new PQueue({ concurrency: atOnce });
  let decoy: Promise<string> | undefined;

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (queue.pending >= atOnce && queue.size >= waiting) {
      events.record('password.queue-full');
      throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER });
    }
    return queue.add(work);
  }

  return {
    hash: (password) => inTurn(() => hashPassword(password, cost)),
    check: (storedHash, password) =>
      inTurn(async () => {
        const known = storedHash && costOf(storedHash) ? storedHash : null;
        decoy ??= hashPassword('no account has this password', cost);
        const against = known ?? (await decoy);
        const folded = foldPassword(password);
        // Older hashes were made of the password without folding.
        const matches =
          (await verify(against, folded)) || (folded !== password && (await verify(against, password)));
        return known !== null && matches;
      }),
    isOutdated(storedHash) {
      const stored = costOf(storedHash);
      return (
        stored === null ||
        !storedHash.startsWith('$argon2id$') ||
        stored.memoryCost < cost.memoryCost ||
        stored.timeCost < cost.timeCost ||
        stored.parallelism < cost.parallelism
      );
    },
  };
}

/** Null if it is not a hash, such as the empty password of an account that had it removed. */
function costOf(storedHash: string): ReturnType<typeof parseOptions> | null {
  try {
    return parseOptions(storedHash);
  } catch {
    return null;
  }
}
