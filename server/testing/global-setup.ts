import { openTestDb } from './open-test-db.ts';

/** Makes the database image once, before the workers all want one. */
export async function setup(): Promise<void> {
  const open = await openTestDb();
  await open.close();
}
