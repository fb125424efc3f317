import type { Receipt } from '#contract/chat/receipt-calls.ts';
import { HEARD_MS, KEPT_MINUTES, restAfter } from '#contract/chat/units.ts';
import { prices } from '#contract/wallet/prices.ts';
import { ApiClient } from '../started/api-client.ts';
import { until } from '../started/until.ts';
import { type Cluster, MINUTE_SECONDS, OPENING, PASSWORD } from './cluster.ts';
import type { Watcher } from './watcher.ts';

/** ms within which the rest of a minute is settled after its member has left. */
const RESTS_MS = (KEPT_MINUTES * MINUTE_SECONDS + 15) * 1000;

interface Account {
  email: string;
  watcher: Watcher;
}

/** Waits until all chats are settled; returns all errors in the books, on receipts and in balances. */
export async function judge(cluster: Cluster, accounts: readonly Account[]): Promise<string[]> {
  const node = cluster.nodes.find((one) => one.pid() > 0);
  if (!node) throw new Error('no node is running');
  const sessions = accounts.map(({ watcher }) => watcher.session);
  const isOver = async () =>
    !(await cluster.openChats()).some(({ id }) => sessions.includes(id)) &&
    (await cluster.restingUnits(sessions)) === 0;
  const wrong: string[] = [];
  await until(isOver, RESTS_MS).catch(() => wrong.push('a chat is open or a minute is not settled'));
  const { faults, total, negative, keys } = await node.books();
  if (faults.length > 0 || total !== 0 || negative !== 0)
    wrong.push(`the books: ${JSON.stringify({ faults, total, negative })}`);
  if (new Set(keys).size < keys.length) wrong.push('a key is twice in the books');
  for (const account of accounts) {
    const api = new ApiClient(node.url);
    await api.logIn(account.email, PASSWORD);
    const path = '/api/chat/chat/receipts?page=1';
    const { body } = await api.send<{ result: Receipt[] }>('GET', path);
    const found = wrongOf(account, {
      receipts: body.result,
      credits: await api.credits(),
      keys,
      tickMs: cluster.media.tickMs,
    });
    wrong.push(...found.map((line) => `${account.email}: ${line}`));
  }
  return wrong;
}

interface Standing {
  receipts: readonly Receipt[];
  credits: number;
  keys: readonly string[];
  /** See ClusterMedia. */
  tickMs: number;
}

function wrongOf({ watcher }: Account, { receipts, credits, keys, tickMs }: Standing): string[] {
  const receipt = receipts.find(({ session }) => session === watcher.session);
  if (!receipt) return ['has no receipt'];
  const wrong: string[] = [];
  const spent = receipts.reduce((sum, { total }) => sum + total, 0);
  if (credits !== OPENING - spent) wrong.push(`has ${credits} credits, the receipts say ${OPENING - spent}`);
  const { minutes, charged, returned, tips, reason } = receipt;
  const booked = keys.filter((key) => key.startsWith(`minute:${watcher.session}:`)).length;
  if (booked !== minutes || charged !== minutes * prices.chatMinute)
    wrong.push(`${minutes} minutes for ${charged} credits on the receipt, ${booked} in the books`);
  if (tips !== watcher.tipped) wrong.push(`${tips} credits of tips on the receipt, ${watcher.tipped} given`);
  const worthOf = (ms: number) => (prices.chatMinute * ms) / (MINUTE_SECONDS * 1000);
  const acknowledged = watcher.acknowledgedMs();
  const received = watcher.receivedMs();
  const kept = restAfter[reason ?? 'default'] === 'kept' ? prices.chatMinute : 0;
  const billed = charged - returned;
  // A keep-alive counts at most HEARD_MS: a longer gap, as while a node takes a chat over, is not billed in full.
  const unheard = Math.max(0, watcher.longestGap - HEARD_MS);
  if (billed < worthOf(acknowledged - tickMs - unheard) || billed > worthOf(received + tickMs) + kept + 1)
    wrong.push(`${billed} credits were billed for ${acknowledged} to ${received} ms (${reason})`);
  return wrong;
}
