import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Moved, Tx } from '#server/ports/database.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import type { OpenDb } from './opening/open.ts';

describe.each(databaseKinds())('what follows a commit, on $name,', ({ name, create }) => {
  let drop: () => Promise<void>;
  let open: OpenDb;
  let done: unknown[];
  beforeAll(async () => {
    const database = await create();
    drop = database.drop;
    open = await openTestDb(database.url, {
      wakeOutbox: () => done.push('woken'),
      tellMoved: (moved) => done.push(moved.map(({ key }) => key)),
      onFailure: (error) => done.push(error),
    });
    await open.db.execute(sql`create table kept_word (word text)`);
  });
  afterAll(async () => {
    await open.db.execute(sql`drop table kept_word`);
    await open.close();
    await drop();
  });
  beforeEach(() => {
    done = [];
  });

  const keep = (tx: Tx, word: string) => tx.execute(sql`insert into kept_word values (${word})`);
  const countOf = async (word: string) =>
    (await open.db.select({ word: sql`word` }).from(sql`kept_word`).where(sql`word = ${word}`)).length;
  const moved = (key: string): Moved => ({
    key,
    from: { kind: 'member', owner: 1 },
    to: { kind: 'performer', owner: 2 },
  });
  const failure = new Error('failed');
  const fail = () => {
    throw failure;
  };

  it('tells what moved, also of a nested transaction, once the outer one has committed', async () => {
    await open.db.transaction(async (tx) => {
      await tx.transaction(async (inner) => inner.tellMoved([moved('tip'), moved('minute')]));
      expect(done).toEqual([]);
    });
    expect(done).toEqual([['tip', 'minute']]);
  });

  it('runs once, in order, when others see the change and before the call returns', async () => {
    const answer = await open.db.transaction(async (tx) => {
      await keep(tx, 'one');
      tx.afterCommit(async () => done.push(['first', await countOf('one')]));
      tx.afterCommit(() => done.push('second'));
      done.push('in the transaction');
      return 'answer';
    });
    expect(answer).toBe('answer');
    expect(done).toEqual(['in the transaction', ['first', 1], 'second']);
  });

  it('does not run after a rollback', async () => {
    const work = open.db.transaction(async (tx) => {
      await keep(tx, 'never');
      tx.afterCommit(() => done.push('never'));
      tx.wakeOutbox();
      tx.tellMoved([moved('never')]);
      fail();
    });
    await expect(work).rejects.toBe(failure);
    await open.db.transaction((tx) => keep(tx, 'next'));
    expect(done).toEqual([]);
    expect(await countOf('never')).toBe(0);
  });

  it('does not run if the commit itself fails', async () => {
    const work = open.db.transaction(async (tx) => {
      await tx.execute(
        sql`create temp table once (word text unique deferrable initially deferred) on commit drop`,
      );
      await tx.execute(sql`insert into once values ('twice'), ('twice')`);
      tx.afterCommit(() => done.push('never'));
    });
    await expect(work).rejects.toThrow();
    expect(done).toEqual([]);
  });

  it('commits nothing and runs nothing if the last statement fails', async () => {
    const work = open.db.transaction(async (tx) => {
      await keep(tx, 'undone');
      tx.afterCommit(() => done.push('never'));
      await tx.last(tx.execute(sql`select 1 / 0`));
    });
    await expect(work).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(await countOf('undone')).toBe(0);
    expect(done).toEqual([]);
  });

  it('has the answer of the last statement, whose commit PostgreSQL is sent without waiting for it', async () => {
    const answers: string[] = [];
    const kept = await open.db.transaction(async (tx) => {
      const answer = keep(tx, 'last').then(() => answers.push('answered'));
      await tx.last(answer);
      answers.push('sent');
      tx.afterCommit(async () => done.push(await countOf('last')));
      return { answer };
    });
    expect(answers).toEqual(name === 'postgres' ? ['sent', 'answered'] : ['answered', 'sent']);
    expect(await kept.answer).toBeGreaterThan(0);
    expect(done).toEqual([1]);
  });

  it('drops the last statement with a transaction that fails after it', async () => {
    const work = open.db.transaction(async (tx) => {
      await tx.last(keep(tx, 'dropped'));
      fail();
    });
    await expect(work).rejects.toBe(failure);
    expect(await countOf('dropped')).toBe(0);
  });

  it('waits for the last statement of a nested transaction before it goes on', async () => {
    await open.db.transaction(async (tx) => {
      const lost = tx.transaction((inner) => inner.last(inner.execute(sql`select 1 / 0`)));
      await expect(lost).rejects.toMatchObject({ cause: { code: '22012' } });
      await keep(tx, 'outer');
    });
    expect(await countOf('outer')).toBe(1);
  });

  it('waits for the outermost of nested transactions, without those that were rolled back', async () => {
    await open.db.transaction(async (tx) => {
      tx.afterCommit(() => done.push('before'));
      await tx.transaction(async (inner) => {
        inner.afterCommit(() => done.push('inner'));
        await inner.transaction(async (innermost) => innermost.afterCommit(() => done.push('innermost')));
      });
      const lost = tx.transaction(async (inner) => {
        await inner.transaction(async (innermost) => innermost.afterCommit(() => done.push('lost')));
        fail();
      });
      await expect(lost).rejects.toBe(failure);
      tx.afterCommit(() => done.push('after'));
      expect(done).toEqual([]);
    });
    expect(done).toEqual(['before', 'inner', 'innermost', 'after']);
  });

  it('reports acts that fail, and fails neither the call nor the acts after them', async () => {
    const answer = await open.db.transaction(async (tx) => {
      tx.afterCommit(fail);
      tx.afterCommit(async () => fail());
      tx.afterCommit(() => done.push('last'));
      return 'answer';
    });
    expect(answer).toBe('answer');
    expect(done).toEqual([failure, failure, 'last']);
  });

  it('refuses acts that come too late to run', async () => {
    const { tx } = await open.db.transaction(async (tx) => ({ tx }));
    expect(() => tx.afterCommit(() => done.push('late'))).toThrow('after the end of its transaction');
    expect(done).toEqual([]);
  });

  it('wakes the outbox', async () => {
    await open.db.transaction(async (tx) => {
      tx.wakeOutbox();
      expect(done).toEqual([]);
    });
    expect(done).toEqual(['woken']);
  });
});
