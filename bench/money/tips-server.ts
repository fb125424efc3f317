import { sql } from 'drizzle-orm';
import { tipDataSchema } from '#contract/chat/tipping/tips.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import { performers } from '#server/performers/tables.ts';
import { unreachedLimits } from '#server/testing/fakes.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { join } from '#server/testing/viewer.ts';
import type { Books, Tipper, TipsOrder, TipsReady } from './tips.ts';
import { bareTip, type Pair } from './tips-bare.ts';

/** Enough credits for the whole measurement. */
const RICH = 100_000_000;
const AMOUNT = 100;

const database = process.env['BENCH_DATABASE'] ?? 'memory:';
const [members, performers, lanes] = (process.env['BENCH_CROWD'] ?? '').split(',').map(Number);
const server = await startTestServer({ database, change: () => ({ limits: unreachedLimits() }) });
const pairs: Pair[] = [];

/** A member in this performer's chat, after a first tip that created accounts and room. */
async function makeTipper(performer: TestPerformer): Promise<Tipper> {
  const member = await aMember(server, RICH);
  const viewer = await join(server, member.caller, performer);
  const auth = viewer.auth();
  const tip = { action: 'tip', recipient: 'host', auth } as const;
  const data = tipDataSchema.parse({ amount: AMOUNT });
  await sendTip(server.deps, member.caller, { ...tip, clientId: server.deps.newId(), data });
  pairs.push({ member: member.id, performer: performer.id, session: viewer.session });
  return { token: member.token, body: { ...tip, data } };
}

async function makeCrowd(size: number, stages: number): Promise<Tipper[]> {
  const crowd: Tipper[] = [];
  const cast: TestPerformer[] = [];
  for (let number = 0; number < stages; number += 1) cast.push(await aPerformer(server, onlineStatus.free));
  // Live, so that their top tippers are counted and told.
  await server.deps.db.update(performers).set({ publicSince: server.deps.now() });
  for (let number = 0; number < size; number += 1) {
    const performer = cast[number % stages];
    if (performer) crowd.push(await makeTipper(performer));
  }
  return crowd;
}

/** The peer's measurement: the same number of lanes without HTTP. */
async function tipWithoutHttp(ms: number): Promise<{ tips: number; seconds: number }> {
  const startedAt = performance.now();
  let tips = 0;
  const lane = async () => {
    while (performance.now() - startedAt < ms) {
      const pair = spread[tips % spread.length];
      tips += 1;
      if (pair) await bareTip(server.deps.db, pair, AMOUNT);
    }
  };
  await Promise.all(Array.from({ length: lanes ?? 1 }, lane));
  return { tips, seconds: (performance.now() - startedAt) / 1000 };
}

async function readBooks(): Promise<Books> {
  const result = await server.deps.db.execute(sql`select
    (select count(*)::int from tip) as tips,
    (select count(*)::int from transfer where kind = 'tip') as transfers,
    (select count(*)::int from chat_message where message_type = 'tip') as lines,
    (select sum(amount)::int from entry) as total`);
  return (result as unknown as { rows: [Books] }).rows[0];
}

const uniform = await makeCrowd(members ?? 1, performers ?? 1);
const spread = [...pairs];
const hot = await makeCrowd(members ?? 1, 1);

process.on('message', async (order: TipsOrder | 'cpu') => {
  if (order === 'cpu') return;
  process.send?.('bare' in order ? await tipWithoutHttp(order.bare) : await readBooks());
});
const { url, deps } = server;
process.send?.({
  url,
  apiKey: deps.config.apiKey,
  uniform,
  hot,
  books: await readBooks(),
} satisfies TipsReady);
