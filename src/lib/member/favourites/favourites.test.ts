import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as calls from '#contract/member/account/favourites-calls.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { requestOverSocket } from '../../api/socket/socket.ts';
import { eventually, openPage, type TestPage } from '../../testing/page.ts';
import { createFavourites, type Favourites } from './favourites.ts';

const server = serveTestApp();
let page: TestPage;
let anna: TestMember;
let vera: TestPerformer;
let stop = () => {};
let favourites: Favourites;
/** Counts what the browser is told to store. */
const flag = { remembered: 0, renewed: 0 };

beforeEach(async () => {
  Object.assign(flag, { remembered: 0, renewed: 0 });
  favourites = createFavourites({
    rememberFavourites: () => {
      flag.remembered += 1;
    },
    renewFavourites: () => {
      flag.renewed += 1;
    },
  });
  page = openPage(server);
  [anna, vera] = [await aMember(server), await aPerformer(server)];
  page.as(anna);
});
afterEach(() => stop());

it('P3.5 P4.7 adds a performer at once, stores that there are favourites, and removes her', async () => {
  const kept = favourites.addFavourite(vera.id);
  await eventually(() => expect(favourites.$favourites.get()).toEqual([{ performerId: vera.id }]));
  expect(await kept).toBeNull();
  expect(flag.remembered).toBe(1);
  await favourites.loadFavourites();
  expect(favourites.$favourites.get()).toEqual([{ performerId: vera.id }]);
  expect(await favourites.removeFavourite(vera.id)).toBeNull();
  await favourites.loadFavourites();
  expect(favourites.$favourites.get()).toEqual([]);
});

it('P8.15 undoes a change the server refuses and shows why', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(await favourites.addFavourite(2_147_483_647)).toBe('badRequest.performer.notExists');
  expect(favourites.$favourites.get()).toEqual([]);
  expect(warned).toHaveBeenCalledWith('Favourite could not be changed', 'badRequest.performer.notExists');
  expect(flag.remembered).toBe(0);
});

it('logs the name of a push at the most verbose level, never its content', async () => {
  const documentElement = { lang: 'nl', dataset: { logLevel: '4' } };
  vi.stubGlobal('document', { documentElement, querySelector: () => null });
  const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
  stop = favourites.listenToFavourites();
  await eventually(() => requestOverSocket(calls.listFavourites, {}));
  await callApp(server, calls.addFavourite, { performerId: vera.id }, bearer(anna.token));
  await eventually(() => expect(debug).toHaveBeenCalledWith('Push', 'favourite-add'));
  expect(debug.mock.calls.flat().every((part) => typeof part === 'string')).toBe(true);
});

it('ignores a list that arrives after its member has logged out', async () => {
  await callApp(server, calls.addFavourite, { performerId: vera.id }, bearer(anna.token));
  const { fetch: send } = globalThis;
  let answers = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const answer = await send(...request);
    answers += 1;
    await gate;
    return answer;
  });
  const leave = favourites.listenToFavourites();
  const late = favourites.loadFavourites();
  await expect.poll(() => answers).toBe(1);
  leave();
  vi.stubGlobal('fetch', send);
  page.as(await aMember(server));
  stop = favourites.listenToFavourites();
  release();
  await late;
  await eventually(() => expect(favourites.$favourites.get()).toEqual([]));
});

it('P4.45 P4.46 applies changes of another page of the member', async () => {
  const other = await aPerformer(server);
  stop = favourites.listenToFavourites();
  await eventually(() => expect(favourites.$favourites.get()).toEqual([]));
  // The response shows that this connection receives the member's pushes.
  await eventually(() => requestOverSocket(calls.listFavourites, {}));
  const elsewhere = async (
    call: typeof calls.addFavourite | typeof calls.removeFavourite,
    performerId: number,
  ) => callApp(server, call, { performerId }, bearer(anna.token));
  await elsewhere(calls.addFavourite, vera.id);
  await elsewhere(calls.addFavourite, other.id);
  await eventually(() =>
    expect(favourites.$favourites.get()).toEqual([{ performerId: other.id }, { performerId: vera.id }]),
  );
  await elsewhere(calls.removeFavourite, other.id);
  await eventually(() => expect(favourites.$favourites.get()).toEqual([{ performerId: vera.id }]));
});

it('P4.4 P4.7 renews the flag of an earlier visit when the member logs in', async () => {
  stop = favourites.listenToFavourites();
  await eventually(() => expect(favourites.$favourites.get()).toEqual([]));
  expect(flag).toEqual({ remembered: 0, renewed: 1 });
});
