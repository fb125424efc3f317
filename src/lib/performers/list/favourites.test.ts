import { expect, it } from 'vitest';
import { addFavourite } from '#contract/member/favourites-calls.ts';
import { PAGE_SIZE } from '#contract/performers/directory-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { makePerformer } from '#server/testing/make.ts';
import { aMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { overHttp } from '../../testing/transport.ts';
import { readFavourites } from './favourites.ts';

const test = startTestApp({ environment: { DATA_DIR: 'node_modules/.cache/vonk/test-pictures' } });

const transportOf = (token: string) =>
  overHttp((request) => {
    request.headers.set('authorization', `Bearer ${token}`);
    return test.app.request(request);
  });

it('P2.4 L5.11 lists a member’s favourites of every gender, live ones first', async () => {
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
  const namesOf = async (token: string) => {
    const cards = await readFavourites({ transport: transportOf(token), locale: 'nl' });
    return cards.map(({ username }) => username);
  };
  expect(await namesOf(anna.token)).toEqual(['Bas', 'Vera']);
  expect(await namesOf(other.token)).toEqual([]);
});

it('P7.44 lists all favourites, also more than a page', async () => {
  const anna = await aMember(test);
  const count = PAGE_SIZE + 1;
  for (let number = 0; number < count; number += 1) {
    const performerId = await makePerformer(test.deps, { username: `Kept${number}` });
    await callApp(test, addFavourite, { performerId }, bearer(anna.token));
  }
  expect(await readFavourites({ transport: transportOf(anna.token), locale: 'nl' })).toHaveLength(count);
});
