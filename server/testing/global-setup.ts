import type { TestProject } from 'vitest/node';
import { openDb } from '#server/db/opening/open.ts';
import { createPostgres, dropBorrowed, TEMPLATE_VARIABLE } from './databases.ts';
import { readImage } from './open-test-db.ts';

/** Projects of vitest.config.ts whose tests open no database. */
const without = ['contract', 'joined'];

/** Creates the templates of test databases once, before the workers need them. */
export async function setup({ vitest }: TestProject): Promise<() => Promise<void>> {
  if (vitest.projects.every(({ name }) => without.includes(name))) return async () => {};
  await readImage();
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) return async () => {};
  const { url, drop } = await createPostgres(server);
  const tables = await openDb(url);
  // A template can't be copied while a connection is open.
  await tables.close();
  const template = new URL(url).pathname.slice(1);
  process.env[TEMPLATE_VARIABLE] = template;
  return async () => {
    await dropBorrowed(server, template);
    await drop();
  };
}
