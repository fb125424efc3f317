import type { Db } from '#server/ports/database.ts';

export interface OpenDb {
  db: Db;
  /** One round trip. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
