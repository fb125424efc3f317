import type { Db, Tx } from './database.ts';
import type { StorageGateway } from './storage.ts';

export interface FileDeps {
  readonly db: Db;
  readonly storage: StorageGateway;
}

export interface PersonalFile {
  /** With its ending. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** What one feature holds of a member. A test compares all of them with the tables of the product. */
export interface PersonalData {
  /** Tables whose rows are handed out. */
  readonly tables: readonly string[];
  /** For the member: file name without its ending → rows in the order in which they came about. */
  read(db: Db, memberId: number): Promise<Readonly<Record<string, unknown>>>;
  /** What is no row, one after the other: together they may be larger than memory. */
  files?(deps: FileDeps, memberId: number): AsyncIterable<PersonalFile>;
  /** Removes what neither the books nor the law keep. What stays names nobody. */
  erase(tx: Tx, memberId: number): Promise<void>;
}
