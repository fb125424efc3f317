import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { sanctionViewer } from '#contract/chat/room/sanction-calls.ts';
import { addFavourite } from '#contract/member/account/favourites-calls.ts';
import { chooseLiveNotice, LIVE_AFTER_MS } from '#contract/member/notices/live-notice-calls.ts';
import { subscribeBrowser } from '#contract/member/notices/notice-calls.ts';
import { listConversations } from '#contract/messaging/inbox-calls.ts';
import { promotionFileSchema } from '#contract/performers/profile/promotion-file.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { type GeoLocation, unknownLocation } from '#contract/safety/geo.ts';
import { listStudioConversations } from '#contract/studio/inbox-calls.ts';
import { readPictures, readPreview } from '#contract/studio/picture-calls.ts';
import { rawRoutes } from '#server/boot/routes.ts';
import { chatAction } from '#server/chat/chat-action.ts';
import { keepAlive } from '#server/chat/session/beats/keep-alive.ts';
import { suspendPerformer } from '#server/desk/decisions/take-measure.ts';
import { breach } from '#server/desk/decisions/testing.ts';
import { setPlaces } from '#server/desk/performers/record.ts';
import { aBrowser } from '#server/gateways/fakes.ts';
import { type MemberCaller, operatorCaller } from '#server/identity/caller.ts';
import { sessions } from '#server/identity/tables.ts';
import { type ImageRef, imageKinds } from '#server/media/images/image-url.ts';
import { storeImage } from '#server/media/images/store.ts';
import { albumItems, albums } from '#server/media/tables.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { liveStartWork } from '#server/performers/profile/live-start.ts';
import { removePerformer, storeStatus } from '#server/performers/profile/store-status.ts';
import { performers } from '#server/performers/tables.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer, testRequest } from '../people.ts';
import { startTestApp } from '../start-test-app.ts';
import { bearer, callApp, seller, type TestApp, variantOf } from '../test-app.ts';
import { type Viewer, watch } from '../viewer.ts';
import {
  filesIn,
  ownFiles,
  ownRecords,
  publicChoices,
  unasked,
  type Values,
  walkCalls,
} from './who-may-know.ts';

const nameAt = (place: number): string => `Zonnestraal${'abcdefghijkl'[place]}`;
const promotions = Array.from({ length: 12 }, (_, place) =>
  promotionFileSchema.parse({ placement: 'grid', model: nameAt(place) }),
);
const server = startTestApp({
  withFolder: true,
  change: ({ brand }) => ({ brand: { ...brand, promotions } }),
});
const germany: GeoLocation = { country: 'DE', region: 'BY' };
const operator = operatorCaller('els', 'test');
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60"/></svg>';

interface Follower extends TestMember {
  email: string;
  /** Of the browser that gets notices. */
  endpoint: string;
}

/** A performer with everything by which she could be known, and a member who has dealt with her. */
interface World {
  vera: TestPerformer;
  /** Her logins are in Germany. */
  anna: Follower;
  /** Follows her too, at an unknown place. */
  bram: Follower;
  chat: Viewer;
  values: Values;
  /** Her name, or her number or that of one of her pictures. */
  mark: RegExp;
  /** A picture of hers. */
  picture: RegExp;
}

let made = 0;
const FIRST = 70_654_000;

async function aWorld(): Promise<World> {
  made += 1;
  const { db, config } = server.deps;
  const number = FIRST + made * 100;
  for (const table of ['performer', 'album', 'album_item'])
    await db.execute(sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), ${number})`));
  const performer = await aPerformer(server, onlineStatus.online);
  const username = nameAt(made);
  const vera = { ...performer, username };
  const { id } = vera;
  const shown = { profile: { picture: 'aaa', color: '#123456' }, snapshot: 'bbb', nonude: true };
  await db
    .update(performers)
    .set({ username, usernameFolded: username.toLowerCase(), ...shown })
    .where(eq(performers.id, id));
  const album = await hold(
    db
      .insert(albums)
      .values({ performerId: id, position: 1, title: { nl: 'Werk' } })
      .returning(),
  );
  const item = { performerId: id, albumId: album.id, width: 80, height: 60, color: '#123456', nonude: true };
  const picture = await hold(
    db
      .insert(albumItems)
      .values({ ...item, position: 1, kind: 'picture', version: 'ccc' })
      .returning(),
  );
  const film = await hold(
    db
      .insert(albumItems)
      .values({ ...item, position: 2, kind: 'video', version: 'ddd', durationMs: 4000, format: 'webm' })
      .returning(),
  );
  const refs: ImageRef[] = [
    { kind: imageKinds.portrait, id, version: 'aaa' },
    { kind: imageKinds.live, id, version: 'bbb' },
    { kind: imageKinds.album, id: picture.id, version: 'ccc' },
    { kind: imageKinds.album, id: film.id, version: 'ddd' },
    { kind: imageKinds.video, id: film.id, version: 'ddd' },
  ];
  for (const ref of refs) await storeImage(config.dataDir, ref, new CleanBytes(drawing));
  const [anna, bram] = [await aFollower(id, 5000), await aFollower(id)];
  await db.update(sessions).set({ country: 'DE' }).where(eq(sessions.memberId, anna.id));
  const { message } = await messengerOf(server).write(anna, vera, 'Hoi');
  await messengerOf(server).answer(vera, message.conversation, 'Dag');
  // The second chat ends the first, which has a receipt then.
  await watch(server, anna.caller, vera);
  const chat = await watch(server, anna.caller, vera);
  await chat.tip(100);
  const values: Values = {
    username: [username, username.slice(0, 8)],
    performer: [username, id],
    performerId: [id],
    userIds: [id],
    id: [id, message.id],
    album: [album.id],
    conversationId: [message.conversation],
    session: [chat.session],
    auth: [chat.auth()],
    slug: server.deps.brand.categories.nl.slice(0, 1).map(({ slug }) => slug),
    page: [1],
    query: [username.slice(0, 8)],
    type: ['favourites', 'models'],
    filter: ['models', 'favourites', 'archived'],
    after: [0],
    message: ['Hoi'],
    clientId: [server.deps.newId()],
  };
  return {
    vera,
    anna,
    bram,
    chat,
    values,
    mark: new RegExp(`${username}|\\b[plav]?(${id}|${album.id}|${picture.id}|${film.id})\\b`, 'i'),
    picture: new RegExp(`/[plav](${id}|${picture.id}|${film.id})-`),
  };
}

async function aFollower(performerId: number, credits = 0): Promise<Follower> {
  const email = `${server.deps.newId()}@example.com`;
  const member = await aMember(server, credits, { email });
  const [browser, headers] = [aBrowser(), bearer(member.token)];
  await callApp(server, addFavourite, { performerId }, headers);
  await callApp(server, chooseLiveNotice, { performerId, mail: true, browser: true }, headers);
  await callApp(server, subscribeBrowser, browser, headers);
  return { ...member, email, endpoint: browser.endpoint };
}

async function hold<Row>(inserted: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await inserted;
  if (!row) throw new Error('Nothing was inserted');
  return row;
}

/** The server as visitors of a place reach it, without anything it remembers of the time before. */
const at = (location: GeoLocation): TestApp => variantOf(server, { geo: { locationOf: () => location } });

const naming = (found: ReadonlyMap<string, readonly string[]>, mark: RegExp): string[] =>
  [...found].filter(([, bodies]) => bodies.some((body) => mark.test(body))).map(([name]) => name);

const statusOf = async (on: TestApp, path: string, headers = {}): Promise<number> =>
  (await on.app.request(path, { headers })).status;

it('answers every read in some way that names a performer, or one that takes none', async () => {
  const world = await aWorld();
  const how = { values: world.values, headers: bearer(world.anna.token), only: 'GET' } as const;
  const found = await walkCalls(at(unknownLocation), how);
  expect(naming(found, world.mark).sort()).toEqual(
    [
      ...Object.keys(ownRecords),
      ...Object.keys(publicChoices),
      'GET engine /performers',
      'GET engine /performers/addresses',
      'GET engine /profile/username/{username}',
      'GET engine /profile/{id}',
      'GET engine /promotion/whitelabel',
      'GET engine /user/autocomplete',
      'GET engine /user/find',
      'GET member /media/album/{id}/{album}',
      'GET member /media/albums/{id}',
      'GET messaging /inbox/recipient/{performerId}',
      'GET messaging /inbox/suggestion-list/{type}',
    ].sort(),
  );
  const silent = [...found].filter(([, bodies]) => bodies.length === 0).map(([name]) => name);
  expect(silent.sort()).toEqual(Object.keys(unasked).sort());
  const files = filesIn([...found.values()].flat()).filter((path) => world.picture.test(path));
  expect(files).toHaveLength(5);
});

it('knows every route of a file', () => {
  const routes = rawRoutes({} as never, seller)
    .filter(({ method, path }) => method === 'GET' && !/^\/api\/(studio|desk)\//.test(path))
    .map(({ path }) => path.replace(/\{.*\}$/, ''));
  expect(routes.sort()).toEqual(['/images/:signed/:file', '/videos/:file', ...Object.keys(ownFiles)].sort());
});

interface Case {
  act: (world: World) => Promise<unknown>;
  location: GeoLocation;
}

const cases: Readonly<Record<string, Case>> = {
  'who hides from the visitor’s place': {
    act: ({ vera }) => setPlaces(server.deps, operator, { performer: vera.id, places: ['DE'] }),
    location: germany,
  },
  'who is suspended': {
    act: ({ vera }) => suspendPerformer(server.deps, operator, { performer: vera.id, ...breach }),
    location: unknownLocation,
  },
  'who was removed': {
    act: ({ vera }) => removePerformer(server.deps, operator, vera.username),
    location: unknownLocation,
  },
};

describe.each(Object.entries(cases))('a performer %s', (_, { act, location }) => {
  let world: World;
  let files: string[];
  let there: TestApp;
  let member: MemberCaller;
  beforeAll(async () => {
    world = await aWorld();
    const { values, anna, picture } = world;
    const before = await walkCalls(at(unknownLocation), { values, headers: bearer(anna.token), only: 'GET' });
    files = filesIn([...before.values()].flat()).filter((path) => picture.test(path));
    await act(world);
    there = at(location);
    member = { ...anna.caller, request: { ...testRequest, location } };
  });

  it('ends an open chat with the next keep-alive, and takes no act before', async () => {
    const { chat } = world;
    const [auth, clientId] = [chat.auth(), server.deps.newId()];
    const data = { amount: 100, tipType: 'tip', message: '', isPublic: false } as const;
    const acts = [
      { action: 'tip', auth, recipient: 'host', clientId, data },
      { action: 'message', auth, recipient: 'host', clientId, data: { message: 'Hoi', messageType: 'text' } },
    ] as const;
    const before = await world.anna.credits();
    for (const one of acts)
      await expect(chatAction(there.deps, member, one as never)).rejects.toThrow('badRequest.session.ended');
    await expect(keepAlive(there.deps, member, { auth } as never)).rejects.toThrow(
      'badRequest.session.ended',
    );
    expect(server.media.dropped).toContain(chat.session);
    expect(await world.anna.credits()).toBeGreaterThanOrEqual(before);
  });

  it('is named by no call to a guest, and to a member only in the member’s own records', async () => {
    const { values, anna, mark, picture } = world;
    const asGuest = await walkCalls(there, { values, headers: {} });
    expect(naming(asGuest, mark)).toEqual([]);
    const asMember = await walkCalls(there, { values, headers: bearer(anna.token) });
    expect(naming(asMember, mark).sort()).toEqual(Object.keys(ownRecords).sort());
    expect(naming(asMember, picture)).toEqual([]);
    const letters = asMember.get('GET messaging /inbox/list')?.join() ?? '';
    expect(letters).not.toMatch(/"onlineStatus":[^0n]/);
    const onAir = await callApp(there, listConversations, { filter: 'models' }, bearer(anna.token));
    expect(onAir.total).toBe(0);
  });

  it('is in no picture or film, at addresses known from before', async () => {
    const other = at({ country: 'NL', region: null });
    expect(files).toHaveLength(5);
    for (const path of files) {
      expect(await statusOf(there, path), path).toBe(404);
      const elsewhere = await other.app.request(path);
      expect(elsewhere.status, path).toEqual(location === germany ? 200 : 404);
      // A proxy may serve a copy to visitors of other places.
      if (elsewhere.status === 200) expect(elsewhere.headers.get('cache-control')).toMatch(/^private/);
    }
  });
});

it('sees her own pictures in the studio at a place from which she hides', async () => {
  const { vera, picture } = await aWorld();
  await setPlaces(server.deps, operator, { performer: vera.id, places: ['DE'] });
  const there = at(germany);
  const reads = [
    callApp(there, listStudioConversations, {}, bearer(vera.token)),
    callApp(there, readPictures, {}, bearer(vera.token)),
    callApp(there, readPreview, {}, bearer(vera.token)),
  ];
  const files = filesIn((await Promise.all<unknown>(reads)).map((body) => JSON.stringify(body)));
  const own = files.filter((path) => picture.test(path));
  expect(own.length).toBeGreaterThanOrEqual(5);
  for (const path of own) {
    expect(await statusOf(there, path, bearer(vera.token)), path).toBe(200);
    expect(await statusOf(there, path), path).toBe(404);
  }
});

it('is told to nobody at a hidden place that she is live, by mail, browser or push', async () => {
  const world = await aWorld();
  // A region of an installation that knows them; of a login only the country is known.
  await server.deps.db
    .update(performers)
    .set({ hiddenIn: ['DE-BY'] })
    .where(eq(performers.id, world.vera.id));
  server.pushes.length = 0;
  expect(await goLive(world)).toEqual({ bram: { mails: 1, notices: 1 }, anna: { mails: 0, notices: 0 } });
  const naming = server.pushes.filter(({ payload }) => world.mark.test(JSON.stringify(payload)));
  expect([...new Set(naming.map(({ to }) => to))]).toEqual(['everyone but DE-BY']);
});

it.each([
  [
    'from whom she hides',
    ({ vera }: World) => setPlaces(server.deps, operator, { performer: vera.id, places: ['DE'] }),
  ],
  ['whom she blocks', (world: World) => block(world)],
])('is not told to a member %s while the notice waits', async (_, act) => {
  const world = await aWorld();
  const counts = await goLive(world, () => act(world));
  expect(counts).toEqual({ bram: { mails: 1, notices: 1 }, anna: { mails: 0, notices: 0 } });
});

const block = ({ chat, vera }: World) =>
  callApp(
    server,
    sanctionViewer,
    { target: { session: chat.session }, kind: 'block', reason: 'test' } as never,
    bearer(vera.token),
  );

/** She goes live, and followers are told. `queued` runs when the notices wait to be sent. */
async function goLive({ vera, anna, bram }: World, queued: () => Promise<unknown> = async () => {}) {
  await storeStatus(server.deps, vera.id, onlineStatus.offline);
  await storeStatus(server.deps, vera.id, onlineStatus.free);
  server.mail.sent.length = 0;
  server.webPush.sent.length = 0;
  server.clock.advance(LIVE_AFTER_MS);
  const handlers = server.outbox.handlers.map(({ kind, handle }) => ({
    kind,
    handle: async (payload: unknown) => {
      await handle(payload);
      if (kind === liveStartWork.kind) await queued();
    },
  }));
  await runDueWork({ ...server.outbox, handlers });
  const countFor = ({ email, endpoint }: Follower) => ({
    mails: server.mail.sent.filter(({ to }) => to === email).length,
    notices: server.webPush.sent.filter((notice) => notice.endpoint === endpoint).length,
  });
  return { bram: countFor(bram), anna: countFor(anna) };
}

it('is shown to a member whom she blocks as to every visitor, and nowhere else', async () => {
  const world = await aWorld();
  await block(world);
  const here = at(unknownLocation);
  const { values, anna, mark, picture } = world;
  const asGuest = naming(await walkCalls(here, { values, headers: {}, only: 'GET' }), mark);
  const asMember = await walkCalls(here, { values, headers: bearer(anna.token) });
  const kept = [...asGuest, ...Object.keys(ownRecords), ...Object.keys(publicChoices)];
  expect(naming(asMember, mark).sort()).toEqual(kept.sort());
  const shown = naming(asMember, picture).filter((name) => !asGuest.includes(name));
  expect(shown).toEqual([]);
});
