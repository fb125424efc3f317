import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createPostgres } from '#server/testing/databases.ts';
import { openDb } from './open.ts';
import { readEntries } from './testing.ts';

it('migrates an empty database once if several nodes start together', async () => {
  const { url, drop } = await createPostgres(process.env['TEST_DATABASE_URL'] ?? '', null);
  const nodes = await Promise.all(Array.from({ length: 3 }, () => openDb(url)));
  const [first] = nodes;
  const answer = await first?.db.execute(
    sql`select count(*)::int as all, count(distinct hash)::int as different from drizzle.__drizzle_migrations`,
  );
  const [counted] = (answer as unknown as { rows: { all: number; different: number }[] }).rows;
  expect(counted?.all).toBe((await readEntries()).length);
  expect(counted?.different).toBe(counted?.all);
  for (const node of nodes) await node.close();
  await drop();
});
