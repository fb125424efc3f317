import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { isReading } from './open-pglite.ts';
import type { OpenDb } from './opened.ts';

let open: OpenDb;
beforeAll(async () => {
  open = await openTestDb('memory:');
});
afterAll(() => open.close());

it('takes a select that calls a function of ours which may write for a write', async () => {
  const answer = await open.db.execute(sql`select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype`);
  const names = (answer as unknown as { rows: { name: string }[] }).rows.map(({ name }) => name);
  expect(names).toContain('move_credits');
  expect(names.filter((name) => isReading(`select "outcome" from ${name}($1::int) order by place`))).toEqual(
    [],
  );
});

it('takes other selects for reads', () => {
  expect(isReading('select "id" from "member" where "id" = $1')).toBe(true);
  expect(isReading('insert into "member" values ($1)')).toBe(false);
});
