import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '#server/db/migrations-folder.ts';
import { type OpenDb, openDb } from '#server/db/open.ts';
import { createPostgres } from './databases.ts';

const folder = 'node_modules/.cache/vonk';

/** Named after the migrations and the lockfile, so that a change of either makes a new one. */
async function imageFile(): Promise<string> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();
  const files = [...names.map((name) => join(migrationsFolder, name)), 'package-lock.json'];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return join(folder, `database-${hash.digest('hex').slice(0, 16)}.tar`);
}

async function makeImage(file: string): Promise<void> {
  const client = await PGlite.create();
  await migrate(drizzle(client), { migrationsFolder });
  const image = await client.dumpDataDir('none');
  await client.close();
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.${process.pid}`, new Uint8Array(await image.arrayBuffer()));
  await rename(`${file}.${process.pid}`, file);
}

/**
 * A database of a test's own, dropped when closed: on the server that SUITE_DATABASE names, else in memory from an
 * image with the tables in it (making one anew takes seconds).
 */
export async function openTestDb(url = 'memory:'): Promise<OpenDb> {
  if (url !== 'memory:') return openDb(url);
  const server = process.env['SUITE_DATABASE'];
  return server ? openOnServer(server) : openFromImage();
}

async function openOnServer(server: string): Promise<OpenDb> {
  const own = await createPostgres(server);
  const open = await openDb(own.url);
  return {
    ...open,
    close: async () => {
      await open.close();
      await own.drop();
    },
  };
}

async function openFromImage(): Promise<OpenDb> {
  const file = await imageFile();
  const read = () => readFile(file).catch(() => null);
  let image = await read();
  if (!image) {
    await makeImage(file);
    image = await read();
  }
  return openDb('memory:', image ? { image: new Blob([new Uint8Array(image)]) } : {});
}
