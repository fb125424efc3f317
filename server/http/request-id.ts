import { randomUUID } from 'node:crypto';

/** The id in log lines, audit rows and the answer: the proxy's, or a new one. */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
