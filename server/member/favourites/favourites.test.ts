import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addFavourite,
  FAVOURITES_MAX,
  listFavourites,
  removeFavourite,
} from '#contract/member/account/favourites-calls.ts';
import { performers } from '#server/performers/tables.ts';
import { makePerformer } from '#server/testing/make.ts';
import { aMember, aPerformer, eraseAccount, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { favourites } from '../tables.ts';

const server = startTestApp();
let anna: TestMember;
beforeEach(async () => {
  anna = await aMember(server);
  server.pushes.length = 0;
});

const add = (who: TestMember, performerId: number) =>
  callApp(server, addFavourite, { performerId }, bearer(who.token));
const remove = (who: TestMember, performerId: number) =>
  callApp(server, removeFavourite, { performerId }, bearer(who.token));
const kept = async (who: TestMember) =>
  (await callApp(server, listFavourites, {}, bearer(who.token))).result.map(({ performerId }) => performerId);
const pushes = () => server.pushes.map(({ to, name, payload }) => ({ to, name, payload }));

it('P4.39 P7.11 P7.12 keeps performers, newest first, each once', async () => {
  const [vera, mila] = [await makePerformer(server.deps), await makePerformer(server.deps)];
  await add(anna, vera);
  server.clock.advance(1000);
  await add(anna, mila);
  server.clock.advance(1000);
  await Promise.all([add(anna, vera), add(anna, vera)]);
  expect(await kept(anna)).toEqual([mila, vera]);
});

it('P4.39 P4.45 P4.46 P7.13 pushes a change to every page of the member, and nothing if nothing changed', async () => {
  const vera = await makePerformer(server.deps);
  await add(anna, vera);
  await add(anna, vera);
  await remove(anna, vera);
  await remove(anna, vera);
  const to = pushes()[0]?.to;
  expect(pushes()).toEqual([
    { to, name: 'favourite-add', payload: { performerId: vera } },
    { to, name: 'favourite-remove', payload: { performerId: vera } },
  ]);
  expect(to).toContain(String(anna.id));
  expect(await kept(anna)).toEqual([]);
});

it('are private: another member can neither see nor remove them', async () => {
  const [bram, vera] = [await aMember(server), await makePerformer(server.deps)];
  await add(anna, vera);
  await remove(bram, vera);
  expect(await kept(anna)).toEqual([vera]);
  expect(await kept(bram)).toEqual([]);
});

describe('is refused', () => {
  it('to guests and to performers', async () => {
    const vera = await aPerformer(server);
    for (const headers of [{}, bearer(vera.token)]) {
      for (const call of [addFavourite, removeFavourite] as const) {
        await expect(callApp(server, call, { performerId: vera.id }, headers)).rejects.toThrow(
          'badRequest.unauthorized',
        );
      }
      await expect(callApp(server, listFavourites, {}, headers)).rejects.toThrow('badRequest.unauthorized');
    }
  });

  it('for an unknown performer', async () => {
    await expect(add(anna, 2_147_483_647)).rejects.toThrow('badRequest.performer.notExists');
  });

  it('beyond the limit of one page, and nothing is stored', async () => {
    const ids: number[] = [];
    for (let n = 0; n <= FAVOURITES_MAX; n += 1) ids.push(await makePerformer(server.deps));
    const [last = 0, ...first] = ids;
    const createdAt = server.deps.now();
    const rows = first.map((performerId) => ({ memberId: anna.id, performerId, createdAt }));
    await server.deps.db.insert(favourites).values(rows);
    await expect(add(anna, last)).rejects.toThrow('badRequest.favourites.full');
    expect(await kept(anna)).toHaveLength(FAVOURITES_MAX);
    expect(pushes()).toEqual([]);
    // A removed performer, whom the member does not see, takes no place.
    await server.deps.db
      .update(performers)
      .set({ removedAt: createdAt })
      .where(eq(performers.id, first[0] ?? 0));
    await add(anna, last);
    expect(await kept(anna)).toHaveLength(FAVOURITES_MAX);
  });
});

it('are deleted with the account', async () => {
  await add(anna, await makePerformer(server.deps));
  await eraseAccount(server, bearer(anna.token));
  const rows = await server.deps.db.select().from(favourites);
  expect(rows.filter(({ memberId }) => memberId === anna.id)).toEqual([]);
});
