import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { NoopLogger } from 'drizzle-orm/logger';
import { keepAlive } from '#contract/chat/session-calls.ts';
import { MINUTE_MS } from '#contract/chat/units.ts';
import { pathOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { unknownLocation } from '#contract/safety/geo.ts';
import { signAuth } from '#server/chat/session/chat-auth.ts';
import { chatSessions } from '#server/chat/session/tables.ts';
import { chatUnits } from '#server/chat/units/tables.ts';
import { keepTidy } from '#server/db/opening/open-pglite.ts';
import { unreachedLimits } from '#server/testing/fakes.ts';
import { aMember, aPerformer } from '#server/testing/people.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { join } from '#server/testing/viewer.ts';
import type { BeatsAnswer, BeatsOrder, BeatsReady, Pulse } from './beats-load.ts';

/** Enough credits for the whole measurement. */
const RICH = 100_000_000;
const PERFORMERS = 20;

const bornAt = Date.now();
/** The product's sockets, calls and database; media is always delivered to all viewers. */
const server = await startTestServer({
  database: process.env['BENCH_DATABASE'] ?? 'memory:',
  // All clients are on this machine. Keep-alives are grouped as in the product.
  environment: { SOCKETS_PER_IP: '0', SOCKET_EVENTS: '0', KEEP_ALIVE_GROUP_MS: '500' },
  change: ({ media }) => ({
    limits: unreachedLimits(),
    now: () => new Date(),
    media: {
      ...media,
      viewer: () => {
        const now = Date.now();
        return { connected: true, packetsOut: 1, deliveredMs: now - bornAt, lastMediaAt: now };
      },
    },
  }),
});
const cast = [];
for (let number = 0; number < PERFORMERS; number += 1)
  cast.push(await aPerformer(server, onlineStatus.online));
const people: Pulse[] = [];
const sessions: string[] = [];
for (let number = 0; number < Number(process.env['BENCH_SIZE']); number += 1) {
  const member = await aMember(server, RICH);
  const performer = cast[number % PERFORMERS];
  if (!performer) throw new Error('No performer is live');
  sessions.push((await join(server, member.caller, performer)).session);
  people.push({ token: member.token, call: { method: 'PUT', url: pathOf(keepAlive) } });
}

async function freshAuths(): Promise<string[]> {
  const rows = await server.deps.db.select().from(chatSessions);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const auths: string[] = [];
  for (const id of sessions) {
    const session = byId.get(id);
    if (session) auths.push(signAuth(server.deps, session, unknownLocation).auth);
  }
  return auths;
}

let statements = 0;
// Drizzle's default logger: it is called with each statement.
NoopLogger.prototype.logQuery = () => {
  statements += 1;
};
/** The embedded database's upkeep, every minute as in the product; PostgreSQL does it by itself. */
async function tidy(): Promise<void> {
  const { $client } = server.deps.db as unknown as { $client: unknown };
  if ($client instanceof PGlite) await keepTidy($client);
}
setInterval(tidy, 60_000);
process.on('message', async (order: 'cpu' | BeatsOrder) => {
  if (order === 'cpu') return;
  // All minutes began within seconds: spreads their ends evenly, as on a site that has run for long.
  if (order === 'spread') {
    await server.deps.db.update(chatUnits).set({ deliveredMs: sql`${chatUnits.id} * 7919 % ${MINUTE_MS}` });
    await tidy();
  }
  process.send?.({ statements, auths: order === 'auths' ? await freshAuths() : [] } satisfies BeatsAnswer);
});
process.send?.({ url: server.url, people } satisfies BeatsReady);
