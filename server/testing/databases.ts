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

/** What to run a suite on: always memory, and PostgreSQL where TEST_DATABASE_URL names a server. */
export function databaseKinds(server: string | undefined = process.env['TEST_DATABASE_URL']): DatabaseKind[] {
  if (!server) return [memory];
  return [memory, { name: 'postgres', concurrent: true, create: () => createPostgres(server) }];
}

/** A new, empty database on this server. */
export async function createPostgres(server: string): Promise<SuiteDatabase> {
  const name = `vonk_test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name}`);
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
