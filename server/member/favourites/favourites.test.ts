import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FAVOURITES_MAX } from '#contract/member/favourites.ts';
import { addFavourite, listFavourites, removeFavourite } from '#contract/member/favourites-calls.ts';
import { eraseAccount } from '#server/member/deletion/testing.ts';
import { makePerformer } from '#server/testing/make.ts';
import { aMember, aPerformer, type TestMember } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { favourites } from './tables.ts';

let server: TestApp;
let anna: TestMember;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());
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
const told = () => server.pushes.map(({ to, name, payload }) => ({ to, name, payload }));

it('keeps performers, the newest first, each once', async () => {
  const [vera, mila] = [await makePerformer(server.deps), await makePerformer(server.deps)];
  await add(anna, vera);
  server.clock.advance(1000);
  await add(anna, mila);
  server.clock.advance(1000);
  await Promise.all([add(anna, vera), add(anna, vera)]);
  expect(await kept(anna)).toEqual([mila, vera]);
});

it('tells every page of the member of a change, and of nothing that was so already', async () => {
  const vera = await makePerformer(server.deps);
  await add(anna, vera);
  await add(anna, vera);
  await remove(anna, vera);
  await remove(anna, vera);
  const to = told()[0]?.to;
  expect(told()).toEqual([
    { to, name: 'favourite-add', payload: { performerId: vera } },
    { to, name: 'favourite-remove', payload: { performerId: vera } },
  ]);
  expect(to).toContain(String(anna.id));
  expect(await kept(anna)).toEqual([]);
});

it('are the member’s own: another one neither sees nor removes them', async () => {
  const [bram, vera] = [await aMember(server), await makePerformer(server.deps)];
  await add(anna, vera);
  await remove(bram, vera);
  expect([await kept(anna), await kept(bram)]).toEqual([[vera], []]);
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

  it('for a performer nobody knows', async () => {
    await expect(add(anna, 2_147_483_647)).rejects.toThrow('badRequest.performer.notExists');
  });

  it('beyond what one page can show, and nothing of it is kept', async () => {
    const ids: number[] = [];
    for (let n = 0; n <= FAVOURITES_MAX; n += 1) ids.push(await makePerformer(server.deps));
    const [last = 0, ...first] = ids;
    const createdAt = server.deps.now();
    const rows = first.map((performerId) => ({ memberId: anna.id, performerId, createdAt }));
    await server.deps.db.insert(favourites).values(rows);
    await expect(add(anna, last)).rejects.toThrow('badRequest.favourites.full');
    expect(await kept(anna)).toHaveLength(FAVOURITES_MAX);
    expect(told()).toEqual([]);
  });
});

it('go when the account is deleted', async () => {
  await add(anna, await makePerformer(server.deps));
  await eraseAccount(server, bearer(anna.token));
  const rows = await server.deps.db.select().from(favourites);
  expect(rows.filter(({ memberId }) => memberId === anna.id)).toEqual([]);
});
