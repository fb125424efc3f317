import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Deletes all rows, faster than TRUNCATE, which creates new files, and restarts the sequences. The replication role
 * disables triggers and foreign keys, which forbid changing the books.
 */
export const EMPTY_DATABASE = `
do $$
declare
  name text;
begin
  perform pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend';
  set local session_replication_role = replica;
  for name in select format('%I', tablename) from pg_tables where schemaname = 'public' loop
    execute 'delete from ' || name;
  end loop;
  perform setval(format('%I', sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null;
end
$$`;

/** A database used by one test suite. */
export interface SuiteDatabase {
  url: string;
  drop(): Promise<void>;
}

interface DatabaseKind {
  name: 'memory' | 'postgres';
  /** Whether several connections can write at once. */
  concurrent: boolean;
  create(): Promise<SuiteDatabase>;
}

const memory: DatabaseKind = {
  name: 'memory',
  concurrent: false,
  create: async () => ({ url: 'memory:', drop: async () => {} }),
};

/** Databases this run tests a suite on: PostgreSQL if SUITE_DATABASE names a server, else memory. */
export function databaseKinds(server: string | undefined = process.env['SUITE_DATABASE']): DatabaseKind[] {
  if (!server) return [memory];
  return [{ name: 'postgres', concurrent: true, create: () => borrowPostgres(server) }];
}

/** Variable with the name of the run's template: a database with the tables in it. */
export const TEMPLATE_VARIABLE = 'SUITE_TEMPLATE';

/** Creates a database on this server as a copy of the template, by default that of the run; empty without one. */
export async function createPostgres(
  server: string,
  template: string | null = process.env[TEMPLATE_VARIABLE] ?? null,
): Promise<SuiteDatabase> {
  const name = `vonk_test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, createStatement(name, template));
  return { url: urlOf(server, name), drop: () => administer(server, dropStatement(name)) };
}

/** Databases of this worker not used by a suite, with the rows of the last one. */
const idle: { name: string; emptier: pg.Pool }[] = [];
let created = 0;

/**
 * An empty database with the tables in it, for tests that need nothing from the server itself. Dropping it leaves it to
 * the worker's next suite, because emptying one takes a fiftieth of creating one.
 */
export async function borrowPostgres(server: string): Promise<SuiteDatabase> {
  const template = process.env[TEMPLATE_VARIABLE];
  if (!template) return createPostgres(server);
  const last = idle.pop();
  if (last) await last.emptier.query(EMPTY_DATABASE);
  const lent = last ?? (await createBorrowed(server, template));
  return { url: urlOf(server, lent.name), drop: async () => void idle.push(lent) };
}

async function createBorrowed(server: string, template: string): Promise<{ name: string; emptier: pg.Pool }> {
  const name = borrowedName(template, `${process.pid}_${created++}`);
  await administer(
    server,
    createStatement(name, template),
    // Tests never cut the power of the database server: a commit need not wait for its disk.
    `alter database ${name} set synchronous_commit = off`,
  );
  // Its connection is kept: a new one costs more than the emptying.
  const connectionString = urlOf(server, name);
  const emptier = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The end of the run drops the database with its connections.
  emptier.on('error', () => {});
  return { name, emptier };
}

/** Drops the databases borrowed by the workers of a run. */
export async function dropBorrowed(server: string, template: string): Promise<void> {
  await withClient(server, async (client) => {
    const prefix = borrowedName(template, '');
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
      prefix,
    ]);
    for (const { datname } of rows) await client.query(dropStatement(datname));
  });
}

const borrowedName = (template: string, own: string): string => `${template}_${own}`;

const createStatement = (name: string, template: string | null): string =>
  `create database ${name}${template ? ` template ${template}` : ''}`;

const dropStatement = (name: string): string => `drop database if exists ${name} with (force)`;

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const administer = (server: string, ...statements: string[]): Promise<void> =>
  withClient(server, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

async function withClient(server: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
