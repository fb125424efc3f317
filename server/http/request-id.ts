import { randomUUID } from 'node:crypto';

/** What log lines, audit rows and the answer of one request carry: the proxy's own, or a new one. */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
