import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createPostgres, type SuiteDatabase } from '#server/testing/databases.ts';
import { fillFolder } from '#server/testing/open-test-db.ts';
import { openDb } from './open.ts';
import { migrationsFolder } from './require-upgradable.ts';
import { FIRST, LAST_BEFORE, readEntries } from './testing.ts';

const server = process.env['SUITE_DATABASE'];
const JOURNAL = 'drizzle.__drizzle_migrations';

let place: SuiteDatabase;

async function createFolder(isFilled: boolean): Promise<SuiteDatabase> {
  const parent = await mkdtemp(join(tmpdir(), 'vonk-migrations-'));
  const url = join(parent, 'db');
  if (isFilled) await fillFolder(url);
  return { url, drop: () => rm(parent, { recursive: true, force: true }) };
}

async function createEmpty(): Promise<void> {
  place = server ? await createPostgres(server, null) : await createFolder(false);
}

const insertRow = `insert into lease (name, holder, until) values ('kept', 'a node', now())`;

/** A database with all tables and one row, after running statements on its journal. */
async function createFilled(statements: string): Promise<void> {
  place = server ? await createPostgres(server) : await createFolder(true);
  await run(`${insertRow}; ${statements}`);
}

/** A database with the tables of the first migrations and one row, after running statements on its journal. */
async function createFirst(statements: string): Promise<void> {
  await createEmpty();
  const first = (await readEntries()).slice(0, FIRST);
  const files = first.map(({ tag }) => readFile(join(migrationsFolder, `${tag}.sql`), 'utf8'));
  const journal = `create schema drizzle; create table ${JOURNAL} (id serial primary key, hash text not null, created_at bigint)`;
  await run([...(await Promise.all(files)), journal, insertRow, statements].join(';\n'));
}

/** `when` of 0048_messages_in_typescript, and of the 13 files of the squash before 1.0. */
const FIRST_SQUASH = 1_761_955_247_000;
/** `when` of 0034_welcome-abuse. */
const LAST_BUT_ONE = 1_797_012_000_000;

/** The journal of a database that was created by the version before the squash, and has migrations up to `last`. */
const journalBefore = (last: number): string => `
  delete from ${JOURNAL};
  insert into ${JOURNAL} (hash, created_at)
    select 'squashed ' || number, ${FIRST_SQUASH} from generate_series(1, 13) as number;
  insert into ${JOURNAL} (hash, created_at) values ('last', ${last})`;

/** Runs statements directly and returns the rows of the last one. */
async function run(statements: string): Promise<unknown[]> {
  if (!server) {
    const client = await PGlite.create(place.url);
    const results = await client.exec(statements).finally(() => client.close());
    return results.at(-1)?.rows ?? [];
  }
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  const results = await client.query(statements).finally(() => client.end());
  return [results].flat().at(-1)?.rows ?? [];
}

/** Number of migrations, time of the last one, and the row the test inserted. */
const readState = () =>
  run(
    `select count(*)::int as migrations, max(created_at)::text as last, (select name from lease) as row from ${JOURNAL}`,
  );

async function start(): Promise<void> {
  const open = await openDb(place.url);
  await open.close();
}

// PGlite is opened several times, which is slow on a busy machine.
describe('a start', { timeout: 120_000 }, () => {
  afterEach(() => place.drop());

  it('creates the tables in an empty database', async () => {
    await createEmpty();
    await start();
    const { length } = await readEntries();
    expect(await readState()).toMatchObject([{ migrations: length, row: null }]);
  });

  it('migrates a database that had the last migration before the squash', async () => {
    await createFirst(journalBefore(LAST_BEFORE));
    await start();
    const { length } = (await readEntries()).slice(FIRST);
    expect(await readState()).toMatchObject([{ migrations: 14 + length, row: 'kept' }]);
  });

  it('gives stored goals an id, in their order', async () => {
    const goals = `[{"text":"Cake","amount":500,"reached":true},{"text":"Song","amount":900,"reached":false}]`;
    // Without the checks of foreign keys, so that no performer has to be made.
    const stored = `set session_replication_role = replica;
      insert into room_tipping (performer_id, goals) values (1, '${goals}'), (2, '[]')`;
    await createFirst(`${journalBefore(LAST_BEFORE)}; ${stored}`);
    await start();
    const rows = await run('select goals from room_tipping order by performer_id');
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(rows).toEqual([
      { goals: JSON.parse(goals).map((goal: object) => ({ id, ...goal })) },
      { goals: [] },
    ]);
  });

  it.each([LAST_BUT_ONE, FIRST_SQUASH])(
    'refuses a database up to %d and leaves it unchanged',
    async (last) => {
      await createFilled(journalBefore(last));
      await expect(start()).rejects.toMatchObject({
        trouble: 'version',
        message: expect.stringMatching(
          /^The database (in|at) \S+ is of a version too old .* Start it once with the version .* or set (DATA_DIR|DATABASE_URL) to /,
        ),
      });
      expect(await readState()).toEqual([{ migrations: 14, last: String(last), row: 'kept' }]);
    },
  );

  it('refuses tables without a record of migrations and leaves them unchanged', async () => {
    await createFilled('drop schema drizzle cascade');
    await expect(start()).rejects.toMatchObject({
      trouble: 'version',
      message: expect.stringMatching(/^The database (in|at) \S+ has tables but no record of its migrations/),
    });
    expect(await run(`select name, to_regclass('${JOURNAL}')::text as journal from lease`)).toEqual([
      { name: 'kept', journal: null },
    ]);
  });
});
