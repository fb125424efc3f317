import { sql } from 'drizzle-orm';
import { keepAlive } from '#contract/chat/session-calls.ts';
import { MINUTE_MS } from '#contract/chat/units.ts';
import { pathOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { unknownLocation } from '#contract/safety/geo.ts';
import { signAuth } from '#server/chat/session/chat-auth.ts';
import { chatSessions } from '#server/chat/session/tables.ts';
import { chatUnits } from '#server/chat/units/tables.ts';
import { unreachedLimits } from '#server/testing/fakes.ts';
import { aMember, aPerformer } from '#server/testing/people.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { join } from '#server/testing/viewer.ts';
import type { ChargesAnswer, ChargesOrder, ChargesReady } from './charges.ts';

/** Enough credits for the whole measurement. */
const RICH = 100_000_000;

const bornAt = Date.now();
/** ms since the epoch, of each minute that was charged. */
const charges: number[] = [];
/** The product's sockets, calls and database; media is always delivered to all viewers. */
const server = await startTestServer({
  environment: { SOCKETS_PER_IP: '0', SOCKET_EVENTS: '0', KEEP_ALIVE_GROUP_MS: '500' },
  tellsMoved: true,
  change: ({ events, media }) => ({
    events: {
      ...events,
      record(name, fields) {
        if (name === 'chat.minute-charged') charges.push(Date.now());
        events.record(name, fields);
      },
    },
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
const performer = await aPerformer(server, onlineStatus.online);
const people: ChargesReady['people'] = [];
const sessions: string[] = [];
for (let number = 0; number < Number(process.env['BENCH_SIZE']); number += 1) {
  const member = await aMember(server, RICH);
  sessions.push((await join(server, member.caller, performer)).session);
  people.push({ token: member.token, call: { method: 'PUT', url: pathOf(keepAlive) } });
}

async function freshAuths(): Promise<string[]> {
  const rows = await server.deps.db.select().from(chatSessions);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return sessions.flatMap((id) => {
    const session = byId.get(id);
    return session ? [signAuth(server.deps, session, unknownLocation).auth] : [];
  });
}

process.on('message', async (order: 'cpu' | ChargesOrder) => {
  if (order === 'cpu') return;
  // All minutes began within seconds: spreads their ends evenly, as on a site that has run for long.
  if (order === 'spread')
    await server.deps.db.update(chatUnits).set({ deliveredMs: sql`${chatUnits.id} * 7919 % ${MINUTE_MS}` });
  const auths = order === 'auths' ? await freshAuths() : [];
  process.send?.({ charges, auths } satisfies ChargesAnswer);
});
process.send?.({ url: server.url, people, performer: performer.token } satisfies ChargesReady);
