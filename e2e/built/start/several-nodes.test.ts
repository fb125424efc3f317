import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { HEARD_MS } from '#contract/chat/units.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { type Cluster, goLive, startCluster } from '../../support/nodes/cluster.ts';
import { judge } from '../../support/nodes/judge.ts';
import { janusMedia, testMedia } from '../../support/nodes/media.ts';
import { Watcher } from '../../support/nodes/watcher.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const emails = Array.from({ length: 12 }, (_, number) => `node${number}@nodes.example`);

/** Janus only if installed. */
const servers = [
  { name: 'the media server of the tests', open: testMedia },
  ...(process.env['JANUS_PATH'] ? [{ name: 'Janus', open: janusMedia }] : []),
];

let cluster: Cluster;
/** Lets members watch, every other one through the second node. */
async function watchAll(performer: string, names: readonly string[]) {
  const accounts = names.map((email) => ({ email, watcher: new Watcher(cluster, email) }));
  for (const [place, { watcher }] of accounts.entries()) await watcher.watch(performer, place);
  await expect.poll(() => minutesOf(accounts), { timeout: 20_000 }).toSatisfy(all((minutes) => minutes > 0));
  return accounts;
}
type Accounts = Awaited<ReturnType<typeof watchAll>>;

const all = (rule: (one: number) => boolean) => (many: number[]) => many.every(rule);
const chatOf = async ({ session }: Watcher) => (await cluster.openChats()).find(({ id }) => id === session);
const minutesOf = (accounts: Accounts) =>
  Promise.all(accounts.map(async ({ watcher }) => (await chatOf(watcher))?.minutes ?? 0));
/** Returns the nodes that own the open chats of these accounts. */
const nodesOf = async (accounts: Accounts) => {
  const sessions = accounts.map(({ watcher }) => watcher.session);
  const open = (await cluster.openChats()).filter(({ id }) => sessions.includes(id));
  return new Set(open.map(({ node }) => node));
};

/** Waits until each of these chats has bought more minutes than `before`. */
async function buyFurther(accounts: Accounts, before: readonly number[]): Promise<void> {
  const isFurther = (minutes: number[]) => minutes.every((count, place) => count > (before[place] ?? 0));
  await expect.poll(() => minutesOf(accounts), { timeout: 30_000 }).toSatisfy(isFurther);
}

/** Waits until both nodes have swept this many times: a node renews its lease as often, and after a freeze before that. */
async function sweptTimes(count: number): Promise<void> {
  const renewals = new Map<string, Set<string>>();
  const fewest = async () => {
    for (const [node, until] of await cluster.leases())
      renewals.set(node, (renewals.get(node) ?? new Set()).add(until));
    return renewals.size < 2 ? 0 : Math.min(...[...renewals.values()].map(({ size }) => size - 1));
  };
  await expect.poll(fewest, { timeout: 30_000, interval: 200 }).toBeGreaterThanOrEqual(count);
}

/** ms until all these chats belong to one node. */
async function takenOver(accounts: Accounts, timeout: number): Promise<number> {
  const since = Date.now();
  await expect.poll(() => nodesOf(accounts), { timeout, interval: 100 }).toHaveProperty('size', 1);
  return Date.now() - since;
}

describe.each(servers)('two nodes with $name', ({ open }) => {
  beforeAll(async () => {
    const server = process.env['TEST_DATABASE_URL'] ?? '';
    cluster = await startCluster(2, { server, members: emails, media: await open() });
  });
  beforeEach(async () => {
    for (const node of cluster.nodes) await node.start();
  });
  afterAll(() => cluster.remove());

  test('another node takes over a killed node’s viewers within ten seconds; each minute is charged once', async () => {
    const [first, second] = cluster.nodes;
    const femke = await goLive(cluster, 'femke');
    const accounts = await watchAll(femke.username, emails.slice(0, 6));
    const [stays, vanishes, stops] = accounts.map(({ watcher }) => watcher);
    expect(await nodesOf(accounts)).toHaveProperty('size', 2);
    await stays?.tip(150);

    await first?.end('SIGKILL');
    const gone = vanishes?.vanish();
    expect(await takenOver(accounts, 15_000)).toBeLessThan(10_000);
    await gone;
    await stays?.tip(200);
    await stops?.leave();
    const watching = accounts.filter(({ watcher }) => watcher !== vanishes && watcher !== stops);
    await buyFurther(watching, await minutesOf(watching));
    for (const { watcher } of watching) {
      expect(watcher.refused).toBeNull();
      expect(watcher.ends).toEqual([]);
      expect(watcher.isServed()).toBe(true);
      expect(watcher.longestGap).toBeLessThan(HEARD_MS);
    }
    await expect.poll(() => vanishes?.isServed(), { timeout: 20_000 }).toBe(false);

    await femke.setAt(second?.url ?? '')(onlineStatus.paused);
    for (const { watcher } of watching) {
      await expect.poll(() => watcher.ends.length, { timeout: 2000 }).toBe(1);
      await expect.poll(() => watcher.isServed(), { timeout: 2000 }).toBe(false);
      await watcher.stopKeepAlives();
    }
    expect(await judge(cluster, accounts)).toEqual([]);
  });

  test('a node that wakes after a freeze ends no chat it lost, and its pending requests count once', async () => {
    const [first, second] = cluster.nodes;
    const yara = await goLive(cluster, 'yara');
    const accounts = await watchAll(yara.username, emails.slice(6, 9));
    process.kill(first?.pid() ?? 0, 'SIGSTOP');
    expect(await takenOver(accounts, 15_000)).toBeLessThan(10_000);
    const atTakeOver = await minutesOf(accounts);
    process.kill(first?.pid() ?? 0, 'SIGCONT');
    // Each sweep could end a chat.
    await sweptTimes(3);
    await buyFurther(accounts, atTakeOver);
    for (const { watcher } of accounts) {
      expect(watcher.ends).toEqual([]);
      expect(watcher.refused).toBeNull();
    }
    // The node that was frozen sends the push; sockets at both nodes receive it.
    await yara.setAt(first?.url ?? '')(onlineStatus.paused);
    for (const { watcher } of accounts) {
      await expect
        .poll(() => new Set(watcher.ends.map(({ node }) => node)), { timeout: 10_000 })
        .toEqual(new Set([0, 1]));
      await watcher.stopKeepAlives();
    }
    expect(second?.pid()).toBeGreaterThan(0);
    expect(await judge(cluster, accounts)).toEqual([]);
  });

  test('a stopped node leaves its viewers to the other; the last one ends open chats', async () => {
    const [first, second] = cluster.nodes;
    const marlies = await goLive(cluster, 'marlies');
    const accounts = await watchAll(marlies.username, emails.slice(9, 12));
    expect(await first?.end('SIGTERM')).toBe(0);
    await takenOver(accounts, 15_000);
    await buyFurther(accounts, await minutesOf(accounts));
    for (const { watcher } of accounts) expect(watcher.ends).toEqual([]);
    await second?.end('SIGTERM');
    for (const { watcher } of accounts) {
      // The node's last push may arrive after its process has ended.
      await expect.poll(() => watcher.ends.map(({ reason }) => reason)).toEqual(['service-ended']);
      watcher.disconnect();
      await watcher.stopKeepAlives();
    }
    await second?.start();
    expect(await judge(cluster, accounts)).toEqual([]);
  });
});
