import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import * as calls from '#contract/member/favourites-calls.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { requestOverSocket } from '../../api/socket.ts';
import { eventually, openPage, type TestPage } from '../../testing/page.ts';
import { createFavourites, type Favourites } from './favourites.ts';

let server: TestServer;
let page: TestPage;
let anna: TestMember;
let vera: TestPerformer;
let stop = () => {};
let favourites: Favourites;
/** What the browser is told to remember, counted. */
const flag = { remembered: 0, renewed: 0 };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
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

it('keeps a performer at once, remembers that there are favourites, and lets her go', async () => {
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

it('takes it back and says why where the server refuses', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(await favourites.addFavourite(2_147_483_647)).toBe('badRequest.performer.notExists');
  expect(favourites.$favourites.get()).toEqual([]);
  expect(warned).toHaveBeenCalledWith('favourite not changed', 'badRequest.performer.notExists');
  expect(flag.remembered).toBe(0);
});

it('tells a talkative log that something was pushed, and never what', async () => {
  const documentElement = { lang: 'nl', dataset: { logLevel: '4' } };
  vi.stubGlobal('document', { documentElement, querySelector: () => null });
  const told = vi.spyOn(console, 'debug').mockImplementation(() => {});
  stop = favourites.listenToFavourites();
  await eventually(() => requestOverSocket(calls.listFavourites, {}));
  await callApp(server, calls.addFavourite, { performerId: vera.id }, bearer(anna.token));
  await eventually(() => expect(told).toHaveBeenCalledWith('push', 'favourite-add'));
  expect(told.mock.calls.flat().every((part) => typeof part === 'string')).toBe(true);
});

it('shows the next member nothing of a list that comes after the last one has left', async () => {
  await callApp(server, calls.addFavourite, { performerId: vera.id }, bearer(anna.token));
  const { fetch: send } = globalThis;
  let answers = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const answer = await send(...request);
    answers += 1;
    await held;
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

it('follows what another page of the member does', async () => {
  const other = await aPerformer(server);
  stop = favourites.listenToFavourites();
  await eventually(() => expect(favourites.$favourites.get()).toEqual([]));
  // Answered only once this connection hears the member's pushes.
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

it('renews the flag of an earlier visit when the member comes in', async () => {
  stop = favourites.listenToFavourites();
  await eventually(() => expect(favourites.$favourites.get()).toEqual([]));
  expect(flag).toEqual({ remembered: 0, renewed: 1 });
});
