import type { Db } from '#server/ports/database.ts';

export interface OpenDb {
  db: Db;
  /** One round trip. */
  ping(): Promise<void>;
  /** Regular upkeep, if the database does not do it by itself. */
  upkeep: (() => Promise<unknown>) | null;
  close(): Promise<void>;
}
