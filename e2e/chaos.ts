// npm run chaos: fifty clients and twenty kills, on PGlite and on PostgreSQL; exits with 1 on any error.
//   npm run chaos -- --kills=5 --clients=20 --only=pglite
import { parseArgs } from 'node:util';
import { findPostgresUrl, runChaos } from './support/chaos/chaos.ts';
import setup from './support/template/copy-template.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '50' },
    kills: { type: 'string', default: '20' },
    seats: { type: 'string', default: '8' },
    only: { type: 'string' },
  },
});
const plan = {
  clients: Number(values.clients),
  kills: Number(values.kills),
  seats: Number(values.seats),
  lives: [500, 4000] as const,
};
const tell = (line: string) => void process.stdout.write(`${line}\n`);

/** Flattens `{ tips: { sent: 3 } }` to `{ 'tips sent': 3 }`. */
const rowOf = (counts: object): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([name, value]) =>
      typeof value === 'number'
        ? [[name, value]]
        : Object.entries(value as Record<string, number>).map(([part, number]) => [
            `${name} ${part}`,
            number,
          ]),
    ),
  );

// Exits normally on a signal, so that the exit handlers kill the product.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const clear = await setup();
const table: Record<string, Record<string, number>> = {};
const wrong: string[] = [];
try {
  const server = await findPostgresUrl();
  const stores = { pglite: undefined, ...(server ? { postgresql: server } : {}) };
  for (const [name, url] of Object.entries(stores)) {
    if (values.only && values.only !== name) continue;
    tell(`── ${name}`);
    const { wrong: found, refused, ...counts } = await runChaos({ ...plan, server: url, tell });
    table[name] = { ...rowOf(counts), wrong: found.length };
    tell(`refused: ${JSON.stringify(refused)}`);
    wrong.push(...found.map((line) => `${name}: ${line}`));
  }
  if (!server) tell('PostgreSQL: not found, left out');
} finally {
  await clear();
}
// One line per measure, because there are more measures than databases.
const measures = [...new Set(Object.values(table).flatMap(Object.keys))];
console.table(
  Object.fromEntries(
    measures.map((measure) => [
      measure,
      Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row[measure]])),
    ]),
  ),
);
for (const line of wrong) console.error(line);
process.exit(wrong.length === 0 ? 0 : 1);
