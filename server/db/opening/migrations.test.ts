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
async function createFirst(statements: string, count = FIRST): Promise<void> {
  await createEmpty();
  const first = (await readEntries()).slice(0, count);
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

/** The journal of a database that has the migrations up to this one. */
async function journalUpTo(tag: string): Promise<{ journal: string; count: number }> {
  const entries = await readEntries();
  const count = entries.findIndex((entry) => entry.tag === tag) + 1;
  const rows = entries.slice(0, count).map((entry) => `('${entry.tag}', ${entry.when})`);
  return { journal: `insert into ${JOURNAL} (hash, created_at) values ${rows.join()}`, count };
}

/** Steps of a case about a performer, as versions without decisions stored them. `report`: of the step’s report. */
interface OldCase {
  readonly state: string;
  readonly steps: readonly { state: string; actor?: string; report?: number; note?: string }[];
  /** Links by the version of their decision; without a report that of the person. */
  readonly links?: readonly { version: number; report?: number }[];
}

const orNull = (value: string | number | undefined): string => (value === undefined ? 'null' : `'${value}'`);

/** Inserts cases with the numbers from 1, their performers, guests’ reports and links. */
function insertCases(cases: readonly OldCase[]): string {
  const reports = cases.flatMap(({ steps }, at) =>
    steps.flatMap(({ state, report }) => (state === 'received' && report ? [[report, at + 1]] : [])),
  );
  const each = (rows: readonly string[]) => rows.map((row) => `(${row})`).join();
  return `
    insert into performer (username, username_folded, date_of_birth, gender) values
      ${each(cases.map((_, at) => `'p${at}', 'p${at}', '1990-01-01', 'female'`))};
    insert into report_case (performer_id, state, assignee, urgent, version, opened_at, changed_at) values
      ${each(cases.map(({ state, steps }, at) => `${at + 1}, '${state}', ${state === 'assigned' ? "'anna'" : 'null'}, false, ${steps.length}, now(), now()`))};
    insert into report (number, request_key, case_id, reason, details, place, email, received_at) values
      ${each(reports.map(([report, about]) => `'R${report}', 'R${report}', ${about}, 'identity', '', 'stream', 'a@example.com', now()`))};
    insert into report_step (case_id, version, state, actor, report_id, at, note) values
      ${each(
        cases.flatMap(({ steps }, at) =>
          steps.map(
            ({ state, actor = 'operator:anna', report, note }, step) =>
              `${at + 1}, ${step + 1}, '${state}', '${actor}', ${orNull(report)}, now() + interval '${step} minutes', ${orNull(note)}`,
          ),
        ),
      )};
    insert into report_appeal (token_hash, case_id, version, report_id, expires_at) values
      ${each(
        cases.flatMap(({ links = [] }, at) =>
          links.map(
            ({ version, report }) =>
              `'${at + 1}-${version}-${report ?? 'person'}', ${at + 1}, ${version}, ${orNull(report)}, now() + interval '9 days'`,
          ),
        ),
      )}`;
}

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

  it('makes decisions of old cases, and loses no report and no appeal', async () => {
    const { journal, count } = await journalUpTo('0020_withdrawn-message');
    const received = (report: number) => ({ state: 'received', actor: 'guest', report });
    const [action, none] = [
      { state: 'action', note: 'This broke rule 4.' },
      { state: 'no-action', note: 'No rule is broken.' },
    ];
    const appeal = (report?: number) => ({
      state: 'appealed',
      actor: 'guest',
      note: 'Not right.',
      ...(report !== undefined && { report }),
    });
    const cases: OldCase[] = [
      { state: 'assigned', steps: [received(1), { state: 'assigned' }] },
      { state: 'action', steps: [received(2), action], links: [{ version: 2 }, { version: 2, report: 2 }] },
      // Appealed by the reporter: the person was never told.
      { state: 'appealed', steps: [received(3), none, appeal(3)], links: [{ version: 2, report: 3 }] },
      // By letter, and judged.
      { state: 'upheld', steps: [received(4), action, appeal(), { state: 'upheld', note: 'It stands.' }] },
      // An act of an operator came between: the appeal of the reporter went on against the new decision.
      {
        state: 'appealed',
        steps: [received(5), none, appeal(5), action, appeal(5)],
        links: [{ version: 2, report: 5 }, { version: 4 }],
      },
      // A report came between, and the appeal was no longer shown.
      {
        state: 'received',
        steps: [received(6), action, appeal(), received(7)],
        links: [{ version: 2 }],
      },
    ];
    await createFirst(`${journal}; ${insertCases(cases)}`, count);
    await start();
    expect(
      await run(
        `select case_id as about, state, measure, facts, judged_by as judge from decision order by id`,
      ),
    ).toEqual([
      { about: 2, state: 'standing', measure: 'stated', facts: action.note, judge: null },
      { about: 3, state: 'appealed', measure: 'none', facts: none.note, judge: null },
      { about: 4, state: 'upheld', measure: 'stated', facts: action.note, judge: 'anna' },
      { about: 5, state: 'standing', measure: 'none', facts: none.note, judge: null },
      { about: 5, state: 'appealed', measure: 'stated', facts: action.note, judge: null },
      { about: 6, state: 'appealed', measure: 'stated', facts: action.note, judge: null },
    ]);
    expect(
      await run(`select case_id as about, report_id as report, token_hash as link, appeal,
        answered_at is not null as answered from decision_addressee as one join decision on decision.id = decision_id
        order by decision_id, report_id nulls first`),
    ).toEqual([
      { about: 2, report: null, link: '2-2-person', appeal: null, answered: false },
      { about: 2, report: 2, link: '2-2-2', appeal: null, answered: false },
      { about: 3, report: 3, link: '3-2-3', appeal: 'Not right.', answered: false },
      { about: 4, report: null, link: null, appeal: 'Not right.', answered: true },
      { about: 5, report: 5, link: '5-2-5', appeal: null, answered: false },
      { about: 5, report: null, link: '5-4-person', appeal: null, answered: false },
      { about: 5, report: 5, link: null, appeal: 'Not right.', answered: false },
      { about: 6, report: null, link: '6-2-person', appeal: 'Not right.', answered: false },
    ]);
    expect(
      await run(`select report_case.id, state, array_agg(decision_id order by report.id) as judged
        from report_case join report on case_id = report_case.id group by report_case.id order by 1`),
    ).toEqual([
      { id: 1, state: 'assigned', judged: [null] },
      { id: 2, state: 'closed', judged: [1] },
      { id: 3, state: 'received', judged: [2] },
      { id: 4, state: 'closed', judged: [3] },
      { id: 5, state: 'received', judged: [4] },
      { id: 6, state: 'received', judged: [6, null] },
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
