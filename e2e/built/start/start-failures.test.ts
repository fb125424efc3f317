import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createOwnProduct, type OwnProduct } from '../../support/product.ts';
import { inOwnProcesses, withMount } from '../../support/started/namespaces.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const node24 = 'node_modules/node/bin/node';
const quiet = { DEMO_CAST: 'false' };
const oneSentence = /^[A-Z][^\n]*\.\n$/;
const setting = (name: string, value: string) => ['env', `${name}=${value}`];

let product: OwnProduct;
beforeAll(async () => {
  product = await createOwnProduct({ environment: quiet });
});
afterAll(() => product.remove());

/** Returns the output and exit code of a failing start. */
async function failure(through: readonly string[] = []): Promise<{ code: number | null; stderr: string }> {
  const ended = await product.startSecond(through);
  expect(ended.stderr).toMatch(oneSentence);
  return ended;
}

test('names a port in use and prints nothing else', async () => {
  const { port } = new URL(product.url);
  const taken = createServer().listen(Number(port), '127.0.0.1');
  await once(taken, 'listening');
  const { code, stderr } = await failure().finally(() => taken.close());
  expect(code).toBe(71);
  expect(stderr).toContain(`127.0.0.1, port ${port}: another process listens there`);
});

test('names a folder on a read-only file system', async () => {
  const { code, stderr } = await failure(
    withMount('mount --bind "$DATA_DIR" "$DATA_DIR"; mount -o remount,bind,ro "$DATA_DIR"'),
  );
  expect(code).toBe(73);
  expect(stderr).toContain(
    `The data folder ${product.dataDir} cannot be written: its file system is read-only`,
  );
});

test('names a folder that is a file', async () => {
  const { code, stderr } = await failure(setting('DATA_DIR', 'package.json'));
  expect(code).toBe(73);
  expect(stderr).toContain('The data folder package.json cannot be written: it is not a folder');
});

test('names a missing folder of promotions', async () => {
  const { code, stderr } = await failure(setting('PROMOTIONS', '/nowhere'));
  expect(code).toBe(78);
  expect(stderr).toContain('The promotions folder /nowhere does not exist');
});

test('names a full disk before writing anything', async () => {
  const { code, stderr } = await failure(withMount('mount -t tmpfs -o size=50m tmpfs "$DATA_DIR"'));
  expect(code).toBe(73);
  expect(stderr).toContain('the disk is full');
});

test.each([
  ['whose control file is cut short', 'global/pg_control', (file: string) => truncate(file, 100)],
  ['of another version', 'PG_VERSION', (file: string) => writeFile(file, '12\n')],
  ['without its version', 'PG_VERSION', (file: string) => rm(file)],
])('reports a database %s as damaged and does not change it', async (_, name, damage) => {
  const db = join(product.dataDir, 'db');
  const [file, kept] = [join(db, name), join(product.dataDir, 'kept')];
  const before = await readdir(db);
  await copyFile(file, kept);
  await damage(file);
  const { code, stderr } = await failure();
  expect(code).toBe(65);
  expect(stderr).toContain(`The database in ${db} cannot be read`);
  await copyFile(kept, file);
  expect(await readdir(db)).toEqual(expect.arrayContaining(before));
});

test('refuses a database too old to be upgraded and does not change it', async () => {
  const db = join(product.dataDir, 'db');
  const moveMigrations = async (ms: number) => {
    const client = await PGlite.create(db);
    await client.exec(`update drizzle.__drizzle_migrations set created_at = created_at + ${ms}`);
    await client.close();
  };
  await moveMigrations(-1000);
  const { code, stderr } = await failure();
  expect(code).toBe(65);
  expect(stderr).toContain(`The database in ${db} is of a version too old to upgrade`);
  await moveMigrations(1000);
});

test('names an unreachable PostgreSQL without its password', async () => {
  const { code, stderr } = await failure(
    setting('DATABASE_URL', 'postgres://somebody:secret@127.0.0.1:1/vonk'),
  );
  expect(code).toBe(69);
  expect(stderr).toContain('The database at 127.0.0.1:1/vonk does not answer');
  expect(stderr).not.toContain('secret');
});

describe('a folder that is in use', () => {
  // The data folder still works after the failing starts above.
  beforeAll(() => product.start());

  test('is refused to a process in another container', async () => {
    const { code, stderr } = await failure(inOwnProcesses);
    expect(code).toBe(75);
    expect(stderr).toContain(`The data folder ${product.dataDir} is in use by process ${product.pid()} on `);
  });

  test.each([
    ['scripts/admin.ts', 'ledger', 'check'],
    ['scripts/admin.ts', 'performers', 'remove', 'Femke', '--reason', 'left'],
    ['scripts/admin.ts', 'member', 'remove', 'demo@example.com', '--reason', 'asked'],
    ['scripts/seed.ts', '--performers', '1000'],
  ])('is refused to %s', async (...command) => {
    const env = { ...process.env, DATA_DIR: product.dataDir, MODE: 'demo' };
    const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile(node24, command, { env }, (error, _, stderr) => resolve({ code: error?.code, stderr }));
    });
    expect(ended.code).toBe(75);
    expect(ended.stderr).toMatch(oneSentence);
  });
});

test('repeats an interrupted first start', async () => {
  await product.end('SIGTERM');
  const db = join(product.dataDir, 'db');
  await rm(join(db, 'PG_VERSION'));
  await writeFile(`${db}.unfinished`, '');
  await product.start();
  expect(await product.end('SIGTERM')).toBe(0);
  expect(await readdir(product.dataDir)).not.toContain('db.unfinished');
});
