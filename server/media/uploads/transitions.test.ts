import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { movesAmong, type TryMove } from '#server/testing/open-test-db.ts';
import { aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { albumItems } from '../tables.ts';
import { itemMachine } from './transitions.ts';

const test = startTestApp();

it('moves a picture or film as its table says', async () => {
  const { id: performerId } = await aPerformer(test);
  const columns = { storing: {}, waiting: {}, shown: {}, refused: { reason: 'blurred' }, gone: {} };
  const tryMove: TryMove<keyof typeof columns> = async (tx, from, to) => {
    const picture = { kind: 'picture', version: 'a1', width: 1, height: 1, color: '#000' } as const;
    const [row] = await tx
      .insert(albumItems)
      .values({ ...picture, performerId, place: 'cover', position: 0, state: from, ...columns[from] })
      .returning({ id: albumItems.id });
    const where = eq(albumItems.id, row?.id ?? 0);
    const moved = await itemMachine.move(test.deps, tx, { where, to, set: columns[to] });
    await tx.delete(albumItems).where(where);
    return moved?.state === to;
  };
  expect(await movesAmong(test.deps.db, columns, tryMove)).toEqual([
    'storing → waiting',
    'storing → shown',
    'storing → gone',
    'waiting → shown',
    'waiting → refused',
    'waiting → gone',
    'shown → refused',
    'shown → gone',
    'refused → shown',
    'refused → gone',
  ]);
});
