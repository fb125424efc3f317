import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database a suite has for itself. */
export interface SuiteDatabase {
  url: string;
  drop(): Promise<void>;
}

export interface DatabaseKind {
  name: 'memory' | 'postgres';
  /** Whether several connections can really write at once. */
  concurrent: boolean;
  create(): Promise<SuiteDatabase>;
}

const memory: DatabaseKind = {
  name: 'memory',
  concurrent: false,
  create: async () => ({ url: 'memory:', drop: async () => {} }),
};

/** What this run tests a suite on: PostgreSQL where SUITE_DATABASE names a server, else memory. */
export function databaseKinds(server: string | undefined = process.env['SUITE_DATABASE']): DatabaseKind[] {
  if (!server) return [memory];
  return [{ name: 'postgres', concurrent: true, create: () => createPostgres(server) }];
}

/** Where the setup of a run names its template: a database with the tables in it. */
export const TEMPLATE_VARIABLE = 'SUITE_TEMPLATE';

/** A new database on this server: empty, or with the tables where the run has a template. */
export async function createPostgres(server: string): Promise<SuiteDatabase> {
  const name = `vonk_test_${randomUUID().replaceAll('-', '')}`;
  const template = process.env[TEMPLATE_VARIABLE];
  await administer(server, `create database ${name}${template ? ` template ${template}` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(server, `drop database if exists ${name} with (force)`) };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
