import { afterAll, beforeAll, expect, it } from 'vitest';
import { addFavourite } from '#contract/member/favourites-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { makePerformer } from '#server/testing/make.ts';
import { aMember } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { overHttp } from '../../testing/transport.ts';
import { readFavourites } from './favourites.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ environment: { DATA_DIR: 'node_modules/.cache/vonk/test-pictures' } });
});
afterAll(() => test.close());

it('lists what a member keeps, of every gender, who is live in front', async () => {
  const [anna, other] = [await aMember(test), await aMember(test)];
  const vera = await makePerformer(test.deps, { username: 'Vera' });
  const bas = await makePerformer(test.deps, {
    username: 'Bas',
    gender: 'male',
    onlineStatus: onlineStatus.online,
  });
  await makePerformer(test.deps, { username: 'NotKept' });
  for (const performerId of [bas, vera]) {
    await callApp(test, addFavourite, { performerId }, bearer(anna.token));
  }
  const transportOf = (token: string) =>
    overHttp((request) => {
      request.headers.set('authorization', `Bearer ${token}`);
      return test.app.request(request);
    });
  const namesOf = async (token: string) => {
    const cards = await readFavourites({ transport: transportOf(token), locale: 'nl' });
    return cards.map(({ username }) => username);
  };
  expect(await namesOf(anna.token)).toEqual(['Bas', 'Vera']);
  expect(await namesOf(other.token)).toEqual([]);
});
