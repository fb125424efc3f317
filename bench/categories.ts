// npm run bench:categories: lists of 100,000 performers with random filters, through the API without the network.
// BENCH_PGLITE and BENCH_POSTGRES name databases to reuse: filling one takes minutes.
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { atEnd, endBench, ownFolder, quick } from '@vonk/bench';
import { eq, sql } from 'drizzle-orm';
import { pathOf } from '#contract/endpoint.ts';
import {
  autocompletePerformers,
  countByFilter,
  listPerformers,
} from '#contract/performers/directory/directory-calls.ts';
import { filterNames, filterValues, type Gender } from '#contract/performers/directory/filters.ts';
import { readProfile } from '#contract/performers/profile/profile-calls.ts';
import { toQuery } from '#contract/query.ts';
import { makeRandom } from '#demo/random.ts';
import { seedCrowd } from '#demo/seed/seed-crowd.ts';
import { performers } from '#server/performers/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { findPostgres } from '../scripts/lib/services.mjs';
import { type Input, plainList } from './categories-sql.ts';
import { machine } from './results.ts';

const CROWD = quick ? 2000 : 100_000;
const LISTS = quick ? 100 : 1000;
const OTHERS = quick ? 50 : 200;
/** Number of requests to the peer, which is slow. */
const PLAIN = quick ? 10 : 20;
const random = makeRandom(11);
const some = <Value>(values: readonly Value[]) => values.filter(() => random.chance(0.4));

function anyInput(): Input {
  const filters = filterNames.flatMap((name) =>
    random.chance(0.3) ? [[name, some(filterValues[name])]] : [],
  );
  const filter = {
    ...(random.chance(0.4)
      ? { category: random.pick(['talk', 'music', 'mature', 'night-owls', 'neighbours']) }
      : {}),
    ...(random.chance(0.1) ? { toy: true } : {}),
    ...(random.chance(0.1) ? { isNew: true } : {}),
    ...Object.fromEntries(filters),
    gender: random.weighted<Gender[]>([
      [['female'], 8],
      [['male'], 1],
      [['couple', 'trans'], 1],
    ]),
  };
  const page = random.weighted([
    [1, 5],
    [random.int(2, 10), 3],
    [random.int(1, CROWD / 90), 2],
  ] as const);
  const ordering = [{ key: 'language' as const, value: random.pick(['nl', 'en', 'fr']) }];
  return { filter, ordering, pagination: { page, limit: 60 }, nonNude: false };
}

/** Sends a request like the site's; returns rows and time in ms. */
async function ask(test: TestApp, path: string, query: object) {
  const startedAt = performance.now();
  const response = await test.app.request(`${path}?${toQuery({ ...query })}`, {
    headers: { 'api-key': test.deps.config.apiKey },
  });
  const body = await response.text();
  const ms = performance.now() - startedAt;
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body}`);
  return { ms, body };
}

/** Changes one status, so that the next list has to read the change. */
async function changeStatus(test: TestApp): Promise<void> {
  const status = random.pick([0, 1, 3, 5, 9] as const);
  await test.deps.db
    .update(performers)
    .set({ onlineStatus: status })
    .where(eq(performers.id, random.int(1, CROWD)));
}

interface Figures {
  what: string;
  times: number[];
  /** Limit of p99, in ms. */
  limit: number | null;
}

async function measureLists(test: TestApp, limit: number): Promise<Figures[]> {
  const [ours, plain]: number[][] = [[], []];
  for (let number = 0; number < LISTS; number += 1) {
    if (number % 5 === 0) await changeStatus(test);
    const input = anyInput();
    const { ms, body } = await ask(test, pathOf(listPerformers), input);
    ours?.push(ms);
    if (number % (LISTS / PLAIN) >= 1) continue;
    const startedAt = performance.now();
    const expected = await plainList(test.deps.db, input, test.deps.now());
    plain?.push(performance.now() - startedAt);
    const { result, total } = listPerformers.output.parse(JSON.parse(body));
    const same = JSON.stringify(result.map(({ user }) => user)) === JSON.stringify(expected.ids);
    if (!same || (expected.total ?? total) !== total)
      throw new Error(`The list differs from SQL for ${JSON.stringify(input)}`);
  }
  return [
    { what: `list by any filters, any page (${LISTS})`, times: ours ?? [], limit },
    { what: `the same as one plain statement (${PLAIN}, same answers)`, times: plain ?? [], limit: null },
  ];
}

async function measureOthers(test: TestApp): Promise<Figures[]> {
  const rows = await test.deps.db.select({ username: performers.username }).from(performers).limit(5000);
  const names = rows.map(({ username }) => username);
  const name = () => names[random.int(0, names.length - 1)] ?? '';
  const times = async (path: () => string, query: () => object) => {
    const seen: number[] = [];
    for (let number = 0; number < OTHERS; number += 1) {
      if (number % 5 === 0) await changeStatus(test);
      seen.push((await ask(test, path(), query())).ms);
    }
    return seen;
  };
  const home = { ordering: [{ key: 'language', value: 'nl' }] };
  return [
    {
      what: 'first page of the home list',
      times: await times(
        () => pathOf(listPerformers),
        () => home,
      ),
      limit: null,
    },
    {
      what: 'counts of the filter drawer',
      times: await times(
        () => pathOf(countByFilter),
        () => ({ filter: anyInput().filter }),
      ),
      limit: null,
    },
    {
      what: 'autocomplete',
      times: await times(
        () => pathOf(autocompletePerformers),
        () => ({ username: name().slice(0, random.int(3, 6)) }),
      ),
      limit: 10,
    },
    {
      what: 'profile with related and neighbours',
      times: await times(
        () => pathOf(readProfile, { username: name() }),
        () => ({}),
      ),
      limit: null,
    },
  ];
}

async function run(kind: string, database: string, limit: number): Promise<string[]> {
  const folder = await ownFolder();
  const test = await createTestApp({
    database,
    environment: { DATA_DIR: folder },
    change: () => ({ now: () => new Date() }),
  });
  atEnd(() => test.close());
  await seedCrowd(
    test.deps,
    CROWD,
    (total) => total % 20_000 === 0 && console.log(`${kind}: ${total} performers`),
  );
  await test.deps.db.execute(
    sql`update performer set online_status = (array[1, 1, 3, 5, 9])[1 + id % 5] where id % 333 = 0`,
  );
  const startedAt = performance.now();
  await ask(test, pathOf(listPerformers), { pagination: { page: 1 } });
  const loading: Figures = {
    what: 'all performers read at start (once)',
    times: [performance.now() - startedAt],
    limit: null,
  };
  return [loading, ...(await measureLists(test, limit)), ...(await measureOthers(test))].map((row) =>
    line(kind, row),
  );
}

function line(kind: string, { what, times, limit }: Figures): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(1);
  const cells = [kind, what, at(0.5), at(0.95), at(0.99), sorted.at(-1)?.toFixed(1), limit ?? ''];
  return `| ${cells.join(' | ')} |`;
}

const head = [
  '| database | what | p50 | p95 | p99 | longest | p99 below |',
  '| --- | --- | --- | --- | --- | --- | --- |',
];
try {
  const before = loadavg()[0]?.toFixed(1);
  const embedded = process.env['BENCH_PGLITE'] ?? join(await ownFolder(), 'db');
  await mkdir(join(embedded, '..'), { recursive: true });
  const lines = [...head, ...(await run('PGlite', embedded, 60))];
  const server = process.env['BENCH_POSTGRES'] ?? (await freshPostgres());
  if (server) lines.push(...(await run('PostgreSQL', server, 30)));
  const page = `# Lists of ${CROWD.toLocaleString('en')} performers

Written by \`npm run bench:categories\`; milliseconds of a call through the whole API but the network. Every fifth call comes after a
performer's status has changed. Load average ${before} at the start, ${loadavg()[0]?.toFixed(1)} at the end.

${machine()}

${lines.join('\n')}
`;
  console.log(page);
  if (!quick) await writeFile('bench/categories.md', page);
} finally {
  await endBench();
}

async function freshPostgres(): Promise<string | null> {
  const found = await findPostgres();
  const kind = databaseKinds(found?.url).find(({ name }) => name === 'postgres');
  if (!kind) return null;
  const database = await kind.create();
  atEnd(() => database.drop());
  return database.url;
}
process.exit();
