import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDb } from '#server/db/opening/open.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { eqFixed, inFixed, neFixed, notInFixed } from './fixed.ts';

const jobs = pgTable('fixed_job', { id: integer(), owner: integer(), state: text(), pages: integer() });

describe.each(databaseKinds())('conditions with fixed values, on $name,', ({ create }) => {
  let drop: () => Promise<void>;
  let open: OpenDb;
  beforeAll(async () => {
    const database = await create();
    drop = database.drop;
    open = await openTestDb(database.url);
    await open.db.execute(sql`create table fixed_job (id int, owner int, state text, pages int)`);
    await open.db.execute(sql`insert into fixed_job
      select id, id, (array['open', 'done', 'lost.away'])[1 + id % 3], id from generate_series(1, 900) as id`);
    await open.db.execute(sql`create index fixed_job_open on fixed_job (owner) where state <> 'done'`);
  });
  afterAll(async () => {
    await open.db.execute(sql`drop table fixed_job`);
    await open.close();
    await drop();
  });

  const idsOf = async (condition: SQL) => {
    const rows = await open.db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(condition, sql`id < 7`))
      .orderBy(jobs.id);
    return rows.map(({ id }) => id);
  };
  /** The plan that is kept for all values of the parameters. */
  const planOf = (condition: SQL) =>
    open.db.transaction(async (tx) => {
      await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
      await tx.execute(sql`set local enable_seqscan = off`);
      const { sql: text } = open.db
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.owner, 1), condition))
        .toSQL();
      const values = [...text.matchAll(/\$\d/g)].map((_, place) => (place === 0 ? '1' : "'done'"));
      await tx.execute(sql.raw(`prepare fixed_plan as ${text}`));
      const plan = await tx.execute(sql.raw(`explain execute fixed_plan (${values.join(', ')})`));
      await tx.execute(sql`deallocate fixed_plan`);
      return JSON.stringify(plan);
    });

  it('find the same rows as with parameters', async () => {
    expect(await idsOf(eqFixed(jobs.state, 'lost.away'))).toEqual([2, 5]);
    expect(await idsOf(neFixed(jobs.state, 'done'))).toEqual([2, 3, 5, 6]);
    expect(await idsOf(inFixed(jobs.state, ['open', 'done']))).toEqual([1, 3, 4, 6]);
    expect(await idsOf(notInFixed(jobs.state, ['open', 'done']))).toEqual([2, 5]);
    expect(await idsOf(inFixed(jobs.state, []))).toEqual([]);
    expect(await idsOf(eqFixed(jobs.pages, 4))).toEqual([4]);
  });

  it('use a partial index, unlike parameters', async () => {
    expect(await planOf(neFixed(jobs.state, 'done'))).toContain('fixed_job_open');
    expect(await planOf(ne(jobs.state, 'done'))).not.toContain('fixed_job_open');
  });

  it.each(["it's", '', 'a b', 1.5])('refuse the value %j, which no code would fix', (value) => {
    expect(() => eqFixed(jobs.state, value as never)).toThrow(TypeError);
  });
});
