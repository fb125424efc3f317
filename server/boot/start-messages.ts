import { existsSync } from 'node:fs';
import { brandIdentity } from '#contract/brand.ts';
import { type Config, ConfigError } from '#server/config/config.ts';
import { LockedError } from '#server/db/opening/lock.ts';
import { StoreError, type StoreTrouble } from '#server/db/opening/store-error.ts';

export function greetingOf(config: Config, port: number): string {
  const host = ['127.0.0.1', '0.0.0.0'].includes(config.host) ? 'localhost' : config.host;
  const url = `http://${host}:${port}`;
  if (config.mode === 'production') return `${brandIdentity.name} answers on ${url}\n`;
  return [
    '',
    `  ${brandIdentity.name} is ready on ${url}`,
    '',
    '  Member          demo@example.com / Demo1234   5000 credits',
    '  New member      new@example.com / Demo1234    not verified yet',
    `  Mail            ${url}/dev/outbox`,
    ...(config.desk ? [`  Desk            ${config.desk.url}`] : []),
    '',
    '  Stop with Ctrl+C',
    '',
    '',
  ].join('\n');
}

/** Whether the demo creates its embedded database, which takes seconds. */
export const isFirstStart = ({ mode, ownsFolder, databaseUrl }: Config): boolean =>
  mode === 'demo' && ownsFolder && !existsSync(databaseUrl);

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
