import type { Db, Tx } from './database.ts';

/** What one feature holds of a member. A test compares all of them with the tables of the product. */
export interface PersonalData {
  /** Tables whose rows are handed out. */
  readonly tables: readonly string[];
  /** For the member: file name without its ending → rows in the order in which they came about. */
  read(db: Db, memberId: number): Promise<Readonly<Record<string, unknown>>>;
  /** Removes what neither the books nor the law keep. What stays names nobody. */
  erase(tx: Tx, memberId: number): Promise<void>;
}
