import type { Db, Tx } from './database.ts';
import type { StorageGateway } from './gateways.ts';

export interface FileDeps {
  readonly db: Db;
  readonly storage: StorageGateway;
}

export interface PersonalFile {
  /** With its extension. */
  readonly name: string;
  readonly content: Uint8Array;
}

/**
 * A member's data in one table or several related ones (`memberTable` for plain tables). A test compares all of them
 * with the product's tables.
 */
export interface PersonalData {
  /** Tables whose rows are part of the download. */
  readonly tables: readonly string[];
  /** For the member: file name without extension → rows in chronological order. */
  read(db: Db, memberId: number): Promise<Readonly<Record<string, unknown>>>;
  /** Files that are not rows, one at a time: together they may exceed memory. */
  files?(deps: FileDeps, memberId: number): AsyncIterable<PersonalFile>;
  /** Removes what neither the books nor the law require. The remaining rows do not identify the member. */
  erase(tx: Tx, memberId: number): Promise<void>;
}
