import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { accounts } from '#server/ledger/tables.ts';
import type { Tx } from '#server/ports/database.ts';
import { createPostgres } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { join, type Viewer, watch } from '#server/testing/viewer.ts';
import { chatSessions } from '../tables.ts';

const test = startTestApp({
  on: { create: () => createPostgres(process.env['TEST_DATABASE_URL'] ?? '') },
});

const isMember = (id: number) => and(eq(accounts.kind, 'member'), eq(accounts.owner, String(id)));

type Hold = (tx: Tx, viewer: Viewer, member: TestMember) => Promise<unknown>;
const holds: [string, Hold][] = [
  [
    'the session',
    (tx, { session }) => tx.select().from(chatSessions).where(eq(chatSessions.id, session)).for('update'),
  ],
  ['the account', (tx, _, { id }) => tx.select().from(accounts).where(isMember(id)).for('no key update')],
];

it.each(holds)('keep-alives continue while another transaction holds %s', async (_, hold) => {
  const vera = await aPerformer(test);
  // The first payment to a performer creates her account, and others wait for that.
  await watch(test, (await aMember(test, 500)).caller, vera);
  const [anna, bram] = [await aMember(test, 500), await aMember(test, 500)];
  const [locked, free] = [await join(test, anna.caller, vera), await join(test, bram.caller, vera)];
  const first: Promise<void>[] = [];
  await test.deps.db.transaction(async (tx) => {
    await hold(tx, locked, anna);
    first.push(locked.beat());
    await free.beat();
    expect(await bram.credits()).toBe(440);
    expect(await anna.credits()).toBe(500);
  });
  await Promise.all(first);
  expect(await anna.credits()).toBe(440);
});
