import { own } from '#contract/own.ts';
import { isUnavailable } from './is-unavailable.ts';
import { LockedError } from './lock.ts';

export type StoreTrouble = 'unwritable' | 'damaged' | 'away' | 'refused';

/** The database cannot be opened; the message is a sentence for the operator. */
export class StoreError extends Error {
  readonly trouble: StoreTrouble;

  constructor(trouble: StoreTrouble, message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
    this.trouble = trouble;
  }
}

/** What the file system says, in words. */
const unwritable: Readonly<Record<string, string>> = {
  EROFS: 'its file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  ENOENT: 'it cannot be made',
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whatever opening a data folder throws, as an error for the operator. */
export function asFolderError(error: unknown, folder: string): Error {
  if (error instanceof LockedError || error instanceof StoreError) return error;
  const reason = own(unwritable, codeOf(error));
  if (reason) {
    return new StoreError(
      'unwritable',
      `The data folder ${folder} cannot be written: ${reason}. Change that, or set DATA_DIR to another folder.`,
      error,
    );
  }
  return new StoreError(
    'damaged',
    `The database in ${folder} cannot be read: it is damaged or not complete. ` +
      'Put a backup of the data folder in its place, or set DATA_DIR to another folder.',
    error,
  );
}

/** Without the password that may stand in the URL. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}

/** Whatever connecting to PostgreSQL throws: a server that is away or refuses is told as an error for the operator. */
export function asPostgresError(error: unknown, url: string): unknown {
  const refused = /^(?:28|3D)/.test(codeOf(error));
  if (!refused && !isUnavailable(error)) return error;
  const said = messageOf(error) || codeOf(error);
  return refused
    ? new StoreError(
        'refused',
        `The database at ${placeOf(url)} refuses: ${said}. Correct DATABASE_URL.`,
        error,
      )
    : new StoreError('away', `The database at ${placeOf(url)} does not answer: ${said}.`, error);
}
