/** Hashing is bounded: throws UNAVAILABLE, with a time to retry, if too many calls wait. */
export interface Passwords {
  /** At the current cost, which the hash contains. */
  hash(password: string): Promise<string>;
  /** Null or an invalid hash takes the same work and always returns false. */
  check(storedHash: string | null | undefined, password: string): Promise<boolean>;
  /** Whether a stored hash has a lower cost than a new one. */
  isOutdated(storedHash: string): boolean;
}
