import { own } from '#contract/input.ts';
import { codeOf, isUnavailable } from '../errors.ts';
import { LockedError } from './lock.ts';

export type StoreTrouble = 'unwritable' | 'damaged' | 'version' | 'away' | 'refused';

/** The database can't be opened; the message is a sentence for the operator. */
export class StoreError extends Error {
  readonly trouble: StoreTrouble;

  constructor(trouble: StoreTrouble, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
    this.trouble = trouble;
  }
}

/** File system errors in words. */
const unwritable: Readonly<Record<string, string>> = {
  EROFS: 'its file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  ENOENT: 'it cannot be created',
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Turns any error from opening a data folder into one for the operator. */
export function asFolderError(error: unknown, folder: string): Error {
  if (error instanceof LockedError || error instanceof StoreError) return error;
  const reason = own(unwritable, codeOf(error) ?? '');
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

/** Removes the password from the URL. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}

/**
 * Turns connection errors of PostgreSQL (away or refusing) into errors for the operator; returns any other unchanged.
 */
export function asPostgresError(error: unknown, url: string): unknown {
  const refused = /^(?:28|3D)/.test(codeOf(error) ?? '');
  if (!refused && !isUnavailable(error)) return error;
  const reason = messageOf(error) || codeOf(error);
  return refused
    ? new StoreError(
        'refused',
        `The database at ${placeOf(url)} refuses the connection: ${reason}. Correct DATABASE_URL.`,
        error,
      )
    : new StoreError('away', `The database at ${placeOf(url)} does not answer: ${reason}.`, error);
}
