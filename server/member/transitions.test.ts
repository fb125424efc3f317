import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { operatorCaller, systemCaller } from '#server/identity/caller.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { makeMember } from '#server/testing/make.ts';
import { movesAmong, type TryMove } from '#server/testing/open-test-db.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { accessMachine, addressMachine } from './account/transitions.ts';
import { deletionMachine } from './deletion/transitions.ts';
import { members } from './tables.ts';

const at = new Date('2026-01-01T12:00:00Z');
const later = new Date('2026-02-01T12:00:00Z');
const why = { caller: systemCaller, at, welcome: { credits: 0, granted: false } };

describe.each(databaseKinds())('the states of an account on $name', (database) => {
  const test = startTestApp({ on: database });
  let memberId = 0;
  const isAccount = () => eq(members.id, memberId);
  beforeEach(async () => {
    memberId = await makeMember(test.deps);
  });

  it('of its address follow their table', async () => {
    const columns = { unverified: { verifiedAt: null }, verified: { verifiedAt: at } };
    const tryMove: TryMove<keyof typeof columns> = async (tx, from, to) => {
      await tx.update(members).set(columns[from]).where(isAccount());
      const moved = await addressMachine.move(test.deps, tx, {
        where: isAccount(),
        to,
        set: columns[to],
        why,
      });
      return moved !== null;
    };
    expect(await movesAmong(test.deps.db, columns, tryMove)).toEqual(['unverified → verified']);
  });

  it('of its access follow their table, and a later block moves its time', async () => {
    const columns = { open: { blockedAt: null }, blocked: { blockedAt: at } };
    const block = { by: operatorCaller('root', 'test'), at };
    const tryMove: TryMove<keyof typeof columns> = async (tx, from, to) => {
      await tx.update(members).set(columns[from]).where(isAccount());
      const set = to === 'blocked' ? { blockedAt: later } : {};
      const moved = await accessMachine.move(test.deps, tx, { where: isAccount(), to, set, why: block });
      return (
        moved !== null && moved.blockedAt?.getTime() === (to === 'blocked' ? later.getTime() : undefined)
      );
    };
    expect(await movesAmong(test.deps.db, columns, tryMove)).toEqual([
      'open → open',
      'open → blocked',
      'blocked → open',
      'blocked → blocked',
    ]);
  });

  it('of its deletion follow their table', async () => {
    const columns = {
      kept: { eraseAt: null, deletedAt: null },
      leaving: { eraseAt: at, deletedAt: null },
      erased: { eraseAt: null, deletedAt: at },
    };
    const tryMove: TryMove<keyof typeof columns> = async (tx, from, to) => {
      await tx.update(members).set(columns[from]).where(isAccount());
      const moved = await deletionMachine.move(test.deps, tx, {
        where: isAccount(),
        to,
        set: { eraseAt: later, deletedAt: later },
        why,
      });
      if (moved)
        expect([moved.eraseAt !== null, moved.deletedAt !== null]).toEqual([
          to === 'leaving',
          to === 'erased',
        ]);
      return moved !== null;
    };
    expect(await movesAmong(test.deps.db, columns, tryMove)).toEqual([
      'kept → leaving',
      'kept → erased',
      'leaving → kept',
      'leaving → erased',
    ]);
  });

  it('are never reached without their moment', async () => {
    const move = { where: isAccount(), to: 'leaving', why } as const;
    await expect(test.deps.db.transaction((tx) => deletionMachine.move(test.deps, tx, move))).rejects.toThrow(
      'needs eraseAt',
    );
  });
});
