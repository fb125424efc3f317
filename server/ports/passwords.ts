/** Hashing is bounded: a call throws UNAVAILABLE, with a time to come back, when too many wait already. */
export interface Passwords {
  /** At today's cost; the hash carries its cost. */
  hash(password: string): Promise<string>;
  /** Null, or what is no hash, costs the same work and is never right. */
  check(storedHash: string | null | undefined, password: string): Promise<boolean>;
  /** Whether a stored hash took less work than a new one would. */
  isOutdated(storedHash: string): boolean;
}
