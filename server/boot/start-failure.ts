import { ConfigError } from '#server/config/config.ts';
import { LockedError } from '#server/db/opening/lock.ts';
import { StoreError, type StoreTrouble } from '#server/db/opening/store-error.ts';

/** The port or address to listen on is not available. */
export class ListenError extends Error {}

/** Exit codes of sysexits; docs/operate/trouble.md explains them. */
const EX_OSERR = 71;
const EX_TEMPFAIL = 75;
const EX_CONFIG = 78;
const codes: Readonly<Record<StoreTrouble, number>> = {
  damaged: 65,
  version: 65,
  away: 69,
  unwritable: 73,
  refused: EX_CONFIG,
};

export interface StartFailure {
  /** Text for the operator. */
  readonly message: string;
  /** Exit code of the process. */
  readonly code: number;
}

/** Message and exit code of a failed start; null for a bug, which keeps its stack trace. */
export function startFailure(error: unknown): StartFailure | null {
  if (!(error instanceof Error)) return null;
  const { message } = error;
  if (error instanceof StoreError) return { message, code: codes[error.trouble] };
  if (error instanceof LockedError) return { message, code: EX_TEMPFAIL };
  if (error instanceof ListenError) return { message, code: EX_OSERR };
  return error instanceof ConfigError ? { message, code: EX_CONFIG } : null;
}
