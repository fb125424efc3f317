// npm run chaos: fifty clients and twenty kills, on PGlite and on PostgreSQL; ends with code 1 when anything is wrong.
//   npm run chaos -- --kills=5 --clients=20 --only=pglite
import { parseArgs } from 'node:util';
import { runChaos } from './support/chaos/chaos.ts';
import { findPostgresUrl } from './support/chaos/find-postgres.ts';
import { setup } from './support/setup.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '50' },
    kills: { type: 'string', default: '20' },
    only: { type: 'string' },
  },
});
const plan = { clients: Number(values.clients), kills: Number(values.kills), lives: [500, 4000] as const };
const tell = (line: string) => void process.stdout.write(`${line}\n`);

const clear = await setup();
const table: Record<string, object> = {};
const wrong: string[] = [];
try {
  const server = await findPostgresUrl();
  const stores = { pglite: undefined, ...(server ? { postgresql: server } : {}) };
  for (const [name, url] of Object.entries(stores)) {
    if (values.only && values.only !== name) continue;
    tell(`── ${name}`);
    const { wrong: found, ...counts } = await runChaos({ ...plan, server: url, tell });
    table[name] = { ...counts, wrong: found.length };
    wrong.push(...found.map((line) => `${name}: ${line}`));
  }
  if (!server) tell('PostgreSQL: not found, left out');
} finally {
  await clear();
}
console.table(table);
for (const line of wrong) console.error(line);
process.exit(wrong.length === 0 ? 0 : 1);
