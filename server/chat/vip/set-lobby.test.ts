import { beforeEach, expect, it } from 'vitest';
import { LOBBY_LOST_MS, setLobby } from '#contract/chat/vip-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { setStatus } from '#contract/studio/studio-calls.ts';
import { beginVip } from '#server/studio/vip/testing.ts';
import { aGuest, aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { type Viewer, watch } from '#server/testing/viewer.ts';
import { readShows } from './reads.ts';
import { setLobby as handler } from './set-lobby.ts';
import { sweepVip } from './sweep-vip.ts';

const test = startTestApp();
let vera: TestPerformer;
let [anna, bea]: TestMember[] = [];
let watched: Viewer;

/** Anna is in a show with Vera; Bea was watching too. */
beforeEach(async () => {
  vera = await aPerformer(test);
  [anna, bea] = [await aMember(test, 1000), await aMember(test, 500)];
  const chat = await watch(test, anna.caller, vera);
  watched = await watch(test, bea.caller, vera);
  await beginVip(test, chat, vera);
});

const wait = (member: TestMember | undefined, lobby = true, input: { auth?: string } = {}) =>
  callApp(
    test,
    setLobby,
    { lobby, ...('auth' in input ? input : { performer: vera.username }) },
    bearer(member?.token ?? ''),
  );

it('L7.5 keeps waiting viewers without a charge, and returns their number', async () => {
  const credits = await bea?.credits();
  expect(await wait(bea, true, { auth: watched.auth() })).toEqual({ lobby: true, waiting: 1 });
  expect(await wait(bea)).toEqual({ lobby: true, waiting: 1 });
  const guest = aGuest(test);
  const seen = await handler(test.deps, guest, { performer: vera.username, lobby: true });
  expect(seen).toEqual({ lobby: true, waiting: 2 });
  expect((await readShows(test.deps, vera.id)).waiting).toBe(2);
  expect(await wait(bea, false)).toEqual({ lobby: false, waiting: 1 });
  expect(await bea?.credits()).toBe(credits);
});

it('forgets viewers who are no longer seen', async () => {
  await wait(bea);
  test.clock.advance(LOBBY_LOST_MS);
  expect((await readShows(test.deps, vera.id)).waiting).toBe(0);
  await sweepVip(test.deps);
  expect(await wait(await aMember(test))).toEqual({ lobby: true, waiting: 1 });
});

it('continues during a break after the show, and ends when the performer can be joined or goes offline', async () => {
  const set = (status: 0 | 1 | 9) => callApp(test, setStatus, { onlineStatus: status }, bearer(vera.token));
  await set(onlineStatus.paused);
  expect(await wait(bea)).toMatchObject({ lobby: true });
  await set(onlineStatus.online);
  await expect(wait(bea)).rejects.toThrow('badRequest.vip.closed');
  expect((await readShows(test.deps, vera.id)).waiting).toBe(0);
  expect(await wait(bea, false)).toEqual({ lobby: false, waiting: 0 });
  await set(onlineStatus.offline);
  await expect(wait(bea)).rejects.toThrow('badRequest.performer.offline');
});

it('refuses another viewer’s auth and unknown performers', async () => {
  await expect(wait(anna, true, { auth: watched.auth() })).rejects.toThrow('badRequest.invalid.auth');
  await expect(callApp(test, setLobby, { lobby: true }, bearer(bea?.token ?? ''))).rejects.toThrow(
    'badRequest.invalid.auth',
  );
  await expect(
    callApp(test, setLobby, { lobby: true, performer: 'Nobody' }, bearer(bea?.token ?? '')),
  ).rejects.toThrow('badRequest.performer.notExists');
});
