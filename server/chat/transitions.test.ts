import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { transfers } from '#server/ledger/tables.ts';
import type { Tx } from '#server/ports/database.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { movesAmong, type TryMove } from '#server/testing/open-test-db.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { aPaidChat } from '#server/testing/viewer.ts';
import { chatSessions } from './session/tables.ts';
import { sessionMachine } from './session/transitions.ts';
import { toyRuns } from './toys/tables.ts';
import { runMachine } from './toys/transitions.ts';
import { vipRequests } from './vip/tables.ts';
import { vipMachine } from './vip/transitions.ts';

const at = new Date('2026-01-01T12:00:00Z');

describe.each(databaseKinds())('the states of the chat on $name', (database) => {
  const test = startTestApp({ on: database });
  const owner = { performerId: 0, memberId: 0, sessionId: '', sender: 'anna' };

  beforeEach(async () => {
    const { vera, anna, chat } = await aPaidChat(test, 1000);
    Object.assign(owner, { performerId: vera.id, memberId: anna.id, sessionId: chat.session });
  });

  const vipColumns = {
    pending: {},
    accepted: { answeredAt: at },
    declined: { answeredAt: at, reason: 'taken' },
    stopped: { answeredAt: at, endedAt: at },
  } as const;
  const storeVip = async (tx: Tx, state: keyof typeof vipColumns): Promise<string> => {
    const id = test.deps.newId();
    await tx.insert(vipRequests).values({
      ...owner,
      id,
      beganIn: owner.sessionId,
      cameFrom: 'chat',
      requestedAt: at,
      expiresAt: at,
      state,
      ...vipColumns[state],
    });
    return id;
  };

  it('of a VIP request follow its table', async () => {
    const tryMove: TryMove<keyof typeof vipColumns> = async (tx, from, to) => {
      const where = eq(vipRequests.id, await storeVip(tx, from));
      const moved = await vipMachine.move(test.deps, tx, { where, to, set: vipColumns[to] });
      await tx.delete(vipRequests).where(where);
      return moved?.state === to;
    };
    expect(await movesAmong(test.deps.db, vipColumns, tryMove)).toEqual([
      'pending → accepted',
      'pending → declined',
      'accepted → stopped',
    ]);
  });

  it('of a chat session follow its table', async () => {
    const columns = {
      joined: {},
      watching: { firstFrameAt: at },
      ended: { endedAt: at, endReason: 'left' },
    } as const;
    const why = { reason: 'left', isPageGone: false } as const;
    const tryMove: TryMove<keyof typeof columns> = async (tx, from, to) => {
      const { performerId, sender } = owner;
      const id = test.deps.newId();
      await tx.insert(chatSessions).values({
        id,
        performerId,
        sender,
        guestKey: id,
        type: 'free',
        joinedAt: at,
        lastSeenAt: at,
        node: test.deps.node,
        state: from,
        ...columns[from],
      });
      const where = eq(chatSessions.id, id);
      return (await sessionMachine.move(test.deps, tx, { where, to, set: columns[to], why })) !== null;
    };
    expect(await movesAmong(test.deps.db, columns, tryMove)).toEqual([
      'joined → watching',
      'joined → ended',
      'watching → ended',
    ]);
  });

  it('of a toy run follow its table', async () => {
    const columns = {
      waiting: {},
      playing: { startedAt: at },
      done: { endedAt: at, endReason: 'played', returned: 0 },
    } as const;
    const [transfer] = await test.deps.db.select({ id: transfers.id }).from(transfers).limit(1);
    const tryMove: TryMove<keyof typeof columns> = async (tx, from, to) => {
      const [run] = await tx
        .insert(toyRuns)
        .values({
          ...owner,
          transferId: transfer?.id ?? 0,
          level: 'low',
          intensity: 10,
          seconds: 5,
          queuedAt: at,
          state: from,
          ...columns[from],
        })
        .returning({ id: toyRuns.id });
      const where = eq(toyRuns.id, run?.id ?? 0);
      const moved = await runMachine.move(test.deps, tx, { where, to, set: columns[to] });
      await tx.delete(toyRuns).where(where);
      return moved?.state === to;
    };
    expect(await movesAmong(test.deps.db, columns, tryMove)).toEqual([
      'waiting → playing',
      'waiting → done',
      'playing → done',
    ]);
  });

  it('change once when two acts move a row at once', async () => {
    const { db } = test.deps;
    const where = eq(vipRequests.id, await db.transaction((tx) => storeVip(tx, 'pending')));
    const moved = await Promise.all(
      (['accepted', 'declined'] as const).map((to) =>
        db.transaction((tx) => vipMachine.move(test.deps, tx, { where, to, set: vipColumns[to] })),
      ),
    );
    expect(moved.filter((row) => row !== null)).toHaveLength(1);
  });

  it('are never moved without a condition', async () => {
    const move = { where: undefined, to: 'declined' } as const;
    await expect(test.deps.db.transaction((tx) => vipMachine.moveAll(test.deps, tx, move))).rejects.toThrow(
      'needs a condition',
    );
  });

  it('of rows that the caller stores are checked before', () => {
    expect(sessionMachine.next('joined', 'watching')).toBe('watching');
    expect(() => sessionMachine.next('ended', 'watching')).toThrow('must not become');
  });
});
