import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { SuiteDatabase } from './databases.ts';
import { createTestApp, type TestApp, type TestOptions } from './test-app.ts';
import { startTestServer, type TestServer } from './test-server.ts';

interface StartOptions extends Omit<TestOptions, 'database'> {
  /** Creates a database, which is dropped after the tests; `memory:` by default. */
  on?: { create(): Promise<SuiteDatabase> };
  /** Files are stored in a separate folder, `deps.config.dataDir`, which is removed after the tests. */
  withFolder?: boolean;
}

/** The server of a test file or suite: open while its tests run, closed after them. */
export const startTestApp = (options?: StartOptions): TestApp => openForTests(createTestApp, options);

/** Like `startTestApp`, reached over a real port. */
export const serveTestApp = (options?: StartOptions): TestServer => openForTests(startTestServer, options);

function openForTests<App extends TestApp>(
  create: (options: TestOptions) => Promise<App>,
  { on, withFolder, ...options }: StartOptions = {},
): App {
  const server = {} as App;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const environment = { ...options.environment };
    if (withFolder) {
      const folder = await mkdtemp(join(tmpdir(), 'vonk-test-'));
      ends.push(() => rm(folder, { recursive: true, force: true }));
      environment['DATA_DIR'] = folder;
    }
    const { url, drop } = on ? await on.create() : { url: 'memory:', drop: async () => {} };
    ends.push(drop);
    const app = await create({ ...options, environment, database: url });
    ends.push(app.close);
    Object.assign(server, app);
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  return server;
}
