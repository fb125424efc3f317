import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { asc, sql } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { pathOf } from '#contract/endpoint.ts';
import { sendPrivateMessage } from '#contract/messaging/conversation-calls.ts';
import { NEW_CONVERSATION } from '#contract/messaging/messages.ts';
import type { SocketAnswer } from '#contract/socket.ts';
import { prices } from '#contract/wallet/prices.ts';
import { readConfig } from '#server/config/config.ts';
import { openDb } from '#server/db/opening/open.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { conversations, privateMessages } from '#server/messaging/tables.ts';
import type { Deps } from '#server/ports/deps.ts';
import { createPostgres } from '#server/testing/databases.ts';
import { makeMember, makePerformer } from '#server/testing/make.ts';
import { tokenFor } from '#server/testing/test-app.ts';
import { createOwnProduct } from '../../e2e/support/product.ts';
import setup from '../../e2e/support/template/copy-template.ts';

/**
 * `node bench/messaging/storm.ts [postgres://…] [--members=1000] [--rate=200] [--seconds=60]`, with a kill half-way.
 * Exits with 1 if messages are lost, duplicated, unordered, or not paid exactly once.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    members: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    drops: { type: 'string', default: '0.05' },
  },
});
const [members, rate, seconds, drops] = [values.members, values.rate, values.seconds, values.drops].map(
  Number,
) as [number, number, number, number];
const PERFORMERS = 50;
const OPENING = 100_000;
/** Response timeout and retry delay in ms, the same as on the site. */
const LATE_MS = 8000;
const AGAIN_MS = 500;

interface Wish {
  readonly clientId: string;
  readonly text: string;
}

/** Writes a number in letters: digits would count as a telephone number. */
const inLetters = (number: number): string =>
  [...String(number)].map((digit) => 'aeioubdfgk'[Number(digit)]).join('');

/** Sends messages in order, each until it is acknowledged. */
class Sender {
  readonly id: number;
  readonly wishes: Wish[] = [];
  /** ms from each first attempt to its response. */
  readonly waits: number[] = [];
  tries = 0;
  dropped = 0;
  refused = 0;
  readonly #socket: Socket;
  readonly #performer: number;
  #under: Promise<void> = Promise.resolve();

  constructor(url: string, { id, token, performer }: { id: number; token: string; performer: number }) {
    this.id = id;
    this.#performer = performer;
    this.#socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      auth: { 'api-key': 'vonk-web', token },
    });
  }

  write(text: string): void {
    const wish = { clientId: randomUUID(), text };
    const startedAt = performance.now();
    this.wishes.push(wish);
    this.#under = this.#under.then(async () => {
      while (!(await this.#try(wish))) await sleep(AGAIN_MS);
      this.waits.push(performance.now() - startedAt);
    });
  }

  async #try({ clientId, text }: Wish): Promise<boolean> {
    this.tries += 1;
    const data = { clientId, message: text, performerId: this.#performer };
    const url = pathOf(sendPrivateMessage, { conversationId: NEW_CONVERSATION });
    const answered = this.#socket.timeout(LATE_MS).emitWithAck('call', { method: 'POST', url, data });
    if (Math.random() < drops) {
      this.dropped += 1;
      this.#socket.disconnect();
      this.#socket.connect();
      answered.catch(() => undefined);
      return false;
    }
    const answer = (await answered.catch(() => null)) as SocketAnswer | null;
    if (answer && answer.status >= 400 && answer.status < 500) {
      this.refused += 1;
      throw new Error(`A message was refused: ${JSON.stringify(answer.body)}`);
    }
    return answer?.status === 200;
  }

  async end(): Promise<void> {
    await this.#under;
    this.#socket.disconnect();
  }
}

const percentile = (all: readonly number[], share: number): number =>
  Math.round(all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) * share)] ?? 0);

const clear = await setup();
const database = positionals[0] ? await createPostgres(positionals[0]) : null;
const product = await createOwnProduct({
  environment: {
    DEMO_CAST: 'false',
    RATE_LIMITS: 'false',
    SOCKETS_PER_IP: '0',
    SOCKET_EVENTS: '0',
    LOG_LEVEL: 'error',
    ...(database ? { DATABASE_URL: database.url } : {}),
  },
});
process.once('exit', () => void product.end('SIGKILL'));
const config = readConfig({
  DATA_DIR: product.dataDir,
  MODE: 'demo',
  ...(database ? { DATABASE_URL: database.url } : {}),
});

async function withDb<Answer>(act: (deps: Deps) => Promise<Answer>): Promise<Answer> {
  const { db, close } = await openDb(config.databaseUrl);
  try {
    return await act({ db, config, now: () => new Date(), newId: randomUUID } as unknown as Deps);
  } finally {
    await close();
  }
}

const wrong: string[] = [];
try {
  const people = await withDb(async (deps) => {
    const performers: number[] = [];
    for (let number = 0; number < PERFORMERS; number += 1) performers.push(await makePerformer(deps));
    const made: { id: number; token: string; performer: number }[] = [];
    for (let number = 0; number < members; number += 1) {
      const id = await makeMember(deps, { credits: OPENING });
      made.push({
        id,
        token: await tokenFor(deps, 'member', id),
        performer: performers[number % PERFORMERS] as number,
      });
    }
    return made;
  });
  await product.start();
  const senders = people.map((person) => new Sender(product.url, person));
  console.log(`${members} members, ${rate} messages a second for ${seconds} s`);
  const began = performance.now();
  let written = 0;
  let isKilled = false;
  let back: Promise<void> = Promise.resolve();
  while (written < rate * seconds) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) / 1000) * rate));
    for (; written < due; written += 1)
      senders[written % members]?.write(`line ${inLetters(written)} of mine`);
    if (!isKilled && written >= (rate * seconds) / 2) {
      isKilled = true;
      back = product.end('SIGKILL').then(() => product.start());
    }
    await sleep(5);
  }
  await back;
  await Promise.all(senders.map((sender) => sender.end()));
  const took = (performance.now() - began) / 1000;
  await product.end('SIGTERM');
  await withDb((deps) => judge(deps, senders));
  const waits = senders.flatMap((sender) => sender.waits);
  const sum = (of: (sender: Sender) => number) => senders.reduce((all, one) => all + of(one), 0);
  console.table({
    messages: written,
    seconds: Number(took.toFixed(1)),
    tries: sum((sender) => sender.tries),
    'sockets dropped': sum((sender) => sender.dropped),
    'p50 ms to the answer': percentile(waits, 0.5),
    'p95 ms': percentile(waits, 0.95),
    'p99 ms, with the kill': percentile(waits, 0.99),
    wrong: wrong.length,
  });
  const books = await product.books();
  if (books.faults.length > 0) wrong.push(`The ledger: ${JSON.stringify(books.faults).slice(0, 400)}`);
} finally {
  await product.remove();
  await database?.drop();
  await clear();
}
for (const line of wrong.slice(0, 20)) console.error(line);
process.exit(wrong.length === 0 ? 0 : 1);

/** Compares the database with the messages of each member. */
async function judge(deps: Deps, senders: readonly Sender[]): Promise<void> {
  const rows = await deps.db
    .select({
      member: conversations.memberId,
      seq: privateMessages.seq,
      clientId: privateMessages.clientId,
      content: privateMessages.content,
    })
    .from(privateMessages)
    .innerJoin(conversations, sql`${conversations.id} = ${privateMessages.conversationId}`)
    .orderBy(asc(privateMessages.conversationId), asc(privateMessages.seq));
  const byMember = Map.groupBy(rows, ({ member }) => member);
  for (const { id, wishes } of senders) {
    const stored = byMember.get(id) ?? [];
    const same = stored.map(({ clientId, content }) => `${clientId} ${content}`).join('\n');
    const wanted = wishes.map(({ clientId, text }) => `${clientId} ${text}`).join('\n');
    if (same !== wanted)
      wrong.push(`Member ${id}: wrote ${wishes.length}, stored ${stored.length}, or in another order`);
    if (stored.some(({ seq }, index) => seq !== index + 1)) wrong.push(`Member ${id}: a gap in the sequence`);
    const left = await balanceOf(deps.db, { kind: 'member', owner: id });
    if (left !== OPENING - wishes.length * prices.message)
      wrong.push(`Member ${id}: ${OPENING - left} credits for ${wishes.length} messages`);
  }
}
