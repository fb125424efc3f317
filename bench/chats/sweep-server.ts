import { ne, sql } from 'drizzle-orm';
import { onlineStatus } from '#contract/performers/status.ts';
import { sweepChats } from '#server/chat/session/sweep-chats.ts';
import { chatSessions } from '#server/chat/session/tables.ts';
import { aPerformer } from '#server/testing/people.ts';
import { createTestApp } from '#server/testing/test-app.ts';

export interface SweepOrder {
  /** `rows`: only reads the open sessions. */
  sweep: 'all' | 'rows';
}

const test = await createTestApp({ database: process.env['BENCH_DATABASE'] ?? 'memory:' });
const { deps } = test;
const performer = await aPerformer(test, onlineStatus.free);
const now = deps.now().toISOString();
await deps.db.execute(sql`
  insert into member (email, email_folded, username, username_folded, password_hash, verified_at)
  select 'm' || number || '@example.com', 'm' || number || '@example.com', 'm' || number, 'm' || number, 'none', ${now}
  from generate_series(1, ${Number(process.env['BENCH_SIZE'])}::int) as number`);
await deps.db.execute(sql`
  insert into chat_session
    (id, performer_id, member_id, guest_key, type, sender, state, joined_at, last_seen_at, first_frame_at, node)
  select 'bench-' || id, ${performer.id}::int, case when id % 2 = 0 then id end,
    case when id % 2 = 1 then 'guest-' || id end,
    'free', 'bench', 'watching', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${deps.node}
  from member`);

const work = {
  all: () => sweepChats(deps),
  rows: () => deps.db.select().from(chatSessions).where(ne(chatSessions.state, 'ended')),
};
process.on('message', async (order: SweepOrder | 'cpu') => {
  if (order === 'cpu') return;
  const startedAt = performance.now();
  await work[order.sweep]();
  process.send?.({ ms: performance.now() - startedAt });
});
process.send?.({ ready: true });
