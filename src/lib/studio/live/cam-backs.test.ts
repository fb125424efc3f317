import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import { returnRoom } from '#server/media/rooms.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { createSocket, type PageSocket } from '../../api/socket/socket.ts';
import { eventually, openPage, servePlayableApp, type TestPage } from '../../testing/page.ts';
import { type CamBacks, followCamBacks } from './cam-backs.ts';

const server = servePlayableApp();
let page: TestPage;
let vera: TestPerformer;
let socket: PageSocket;
let camBacks: CamBacks;

beforeEach(async () => {
  page = openPage(server);
  vera = await aPerformer(server);
  page.cookies.set('vonk_studio', vera.token);
  socket = createSocket({ studio: true });
  camBacks = followCamBacks(socket);
  await eventually(() => expect(socket.isConnected()).toBe(true));
});
afterEach(() => {
  camBacks.close();
  socket.closeConnection();
});

const states = () => camBacks.$cameras.get().map(({ sender, state }) => `${sender} ${state}`);

/** A member in the paid chat, and what the member's page does with the camera. */
async function aViewer() {
  const member = await aMember(server, 5000);
  const chat = await join(server, member.caller, vera);
  const act = (action: object) =>
    callApp(server, chatAction, { auth: chat.auth(), ...action } as never, bearer(member.token));
  return {
    session: chat.session,
    name: chat.joined.sender,
    leave: chat.leave,
    init: () => act({ action: 'camBackInit', data: { agent: 'whip' } }),
    async start() {
      await act({ action: 'camBackInit', data: { agent: 'whip' } });
      server.media.publish(returnRoom(chat.session));
      await act({ action: 'camBackBroadcasting' });
    },
    stop: () => act({ action: 'camBackStop' }),
  };
}

it('follows each camera from its connection to its end', async () => {
  const [one, other] = [await aViewer(), await aViewer()];
  await one.init();
  await eventually(() => expect(states()).toEqual([`${one.name} loading`]));
  await one.start();
  await other.start();
  await eventually(() => expect(states()).toEqual([`${one.name} started`, `${other.name} started`]));
  await one.stop();
  await eventually(() => expect(states()).toEqual([`${other.name} started`]));
  await other.leave();
  await eventually(() => expect(states()).toEqual([]));
});

it('shows cameras that started before the page was opened', async () => {
  const viewer = await aViewer();
  await viewer.start();
  const later = followCamBacks({ on: () => () => undefined, onConnection: () => () => undefined });
  await eventually(() => expect(later.$cameras.get()).toMatchObject([{ session: viewer.session }]));
  later.close();
});

it('reads again what it missed while the connection was down', async () => {
  const [one, other] = [await aViewer(), await aViewer()];
  const { fetch } = page;
  let reads = 0;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    reads += 1;
    return fetch(...request).finally(() => {
      reads -= 1;
    });
  });
  await one.start();
  await eventually(() => expect([states(), reads]).toEqual([[`${one.name} started`], 0]));
  const { push } = server.deps;
  server.deps.push = { ...push, toPerformer() {} };
  await one.stop();
  await other.start();
  server.deps.push = push;
  expect(states()).toEqual([`${one.name} started`]);
  server.cutLines();
  await eventually(() => expect(states()).toEqual([`${other.name} started`]));
});

it('ends a camera, and says why it could not', async () => {
  const viewer = await aViewer();
  await viewer.start();
  await eventually(() => expect(states()).toHaveLength(1));
  const { fetch } = page;
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await camBacks.endCamBack(viewer.session);
  expect(camBacks.$refusal.get()).toBe('UNAVAILABLE');
  expect(states().length).toBe(1);
  vi.stubGlobal('fetch', fetch);
  await camBacks.endCamBack(viewer.session);
  expect(camBacks.$refusal.get()).toBeNull();
  expect(states()).toEqual([]);
  await expect(viewer.init()).rejects.toThrow('badRequest.camBack.tooSoon');
});
