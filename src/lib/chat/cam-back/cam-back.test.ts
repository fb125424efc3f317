import { createPublishAgent } from '@vonk/media/player';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CAM_BACK_REST_MS } from '#contract/chat/cam-back-calls.ts';
import { shownCameras } from '#server/chat/cam-back/reads.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { endCamBack } from '#server/studio/cam-backs.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { type FakeCamera, fakeCamera } from '../../testing/fake-camera.ts';
import { eventually, openPage, servePlayableApp, type TestPage } from '../../testing/page.ts';
import { createChat } from '../session/session.ts';
import { $chat, openChat } from '../store.ts';
import { createCamBack } from './cam-back.ts';

const chat = createChat();
const { joinChat, leaveChat } = chat;
const { $camBack, $camera, $choice, $devices, $restEnds, ...actions } = createCamBack();
const { chooseDevice, closePreview, openPreview, releaseCamera, startCamera, stopCamera } = actions;
const server = servePlayableApp();
let page: TestPage;
let vera: TestPerformer;
let camera: FakeCamera;
/** Connections opened by the page, in order; a test sets their state. */
let connections: FakeConnection[];
/** Status the media server returns for offers: 201 unless a test changes it. */
let whipStatus: number;
let sessionsEnded: number;

class FakeConnection extends EventTarget {
  connectionState = 'new';
  localDescription = { sdp: 'offer' };
  isClosed = false;
  addTransceiver = () => ({});
  setLocalDescription = async () => {};
  setRemoteDescription = async () => {};
  getStats = async () => new Map([['1', { type: 'outbound-rtp', kind: 'video', framesSent: 3 }]]);
  close = () => {
    this.isClosed = true;
  };

  constructor() {
    super();
    connections.push(this);
  }

  /** Simulates a lost connection. */
  fail(): void {
    this.connectionState = 'failed';
    this.dispatchEvent(new Event('connectionstatechange'));
  }
}

/** The media server's side of the page's requests. */
function serveWhip(app: typeof fetch): typeof fetch {
  return async (target, init = {}) => {
    const { pathname } = new URL(target instanceof Request ? target.url : target, server.url);
    if (!pathname.startsWith('/media/')) return app(target, init);
    if (init.method === 'DELETE') {
      sessionsEnded += 1;
      return new Response(null);
    }
    if (whipStatus !== 201) return new Response(null, { status: whipStatus });
    server.media.publish(pathname.replace('/media/whip/', ''));
    const response = new Response('answer', { status: 201, headers: { Location: '/media/session/1' } });
    Object.defineProperty(response, 'url', { value: server.url + pathname });
    return response;
  };
}

const place = {} as HTMLVideoElement;
const shown = async () => (await shownCameras(server.deps, vera.id)).map(({ state }) => state);

beforeEach(async () => {
  [connections, whipStatus, sessionsEnded] = [[], 201, 0];
  $chat.set({ status: 'idle' });
  $restEnds.set(0);
  $choice.set({ camera: null, microphone: null });
  releaseCamera();
  $camBack.set({ status: 'idle', trouble: null, isReconnecting: false });
  page = openPage(server);
  vi.stubGlobal('fetch', serveWhip(page.fetch));
  vi.stubGlobal('RTCPeerConnection', FakeConnection);
  vi.stubGlobal('RTCRtpSender', {});
  camera = fakeCamera();
  vera = await aPerformer(server);
  page.as(await aMember(server, 500));
  await joinChat(vera.username);
});
afterEach(() => {
  chat.close();
  vi.unstubAllGlobals();
});

async function show(): Promise<void> {
  await openPreview(place);
  startCamera();
  await eventually(() => expect($camBack.get().status).toBe('started'));
}

describe('the preview', () => {
  it('opens the camera for its owner only and lists the devices', async () => {
    await openPreview(place);
    expect(camera.open()).toEqual(['video', 'audio']);
    expect(camera.requests[0]).toMatchObject({ video: { width: { ideal: 640 } }, audio: {} });
    expect($devices.get()).toEqual({
      cameras: [
        { id: 'front', name: 'Front camera' },
        { id: 'desk', name: '' },
      ],
      microphones: [{ id: 'mic', name: 'Headset' }],
    });
    expect(connections).toEqual([]);
    expect(await shown()).toEqual([]);
    closePreview();
    expect(camera.open()).toEqual([]);
  });

  it('changes to the chosen device, and to no microphone', async () => {
    await openPreview(place);
    await chooseDevice({ camera: 'desk', microphone: 'none' });
    expect(camera.requests[1]).toMatchObject({ video: { deviceId: { exact: 'desk' } }, audio: false });
    expect(camera.open()).toEqual(['video']);
  });

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'noDevice'],
    ['OverconstrainedError', 'noDevice'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'preview'],
  ])('L4.56 L8.11 reports %s', async (name, trouble) => {
    camera.refuse(name);
    await openPreview(place);
    expect($camBack.get().trouble).toBe(trouble);
    await openPreview(place);
    expect($camBack.get().trouble).toBeNull();
    expect(camera.open()).toEqual(['video', 'audio']);
  });

  it('L4.56 L8.11 requires a container', async () => {
    await expect(openPreview(null)).rejects.toThrow('Camback container not found');
    expect($camBack.get().trouble).toBe('container');
    expect(camera.requests).toEqual([]);
  });

  it('closes a camera that opens after the dialog was closed', async () => {
    const letThrough = camera.hold();
    const opening = openPreview(place);
    await eventually(() => expect(camera.requests).toHaveLength(1));
    closePreview();
    letThrough();
    await opening;
    expect(camera.open()).toEqual([]);
    expect($camera.get()).toBeNull();
  });

  it('does not open in a browser without camera support', async () => {
    vi.stubGlobal('navigator', { ...navigator, mediaDevices: undefined });
    await openPreview(place);
    expect($camBack.get().trouble).toBe('unsupported');
  });
});

describe('a member’s camera', () => {
  it('L3.7 L4.41 L4.55 L4.57 loads, starts and stops; then it is off for the rest time', async () => {
    const states: string[] = [];
    const unlisten = $camBack.subscribe(({ status }) => {
      if (states.at(-1) !== status) states.push(status);
    });
    await show();
    expect(await shown()).toEqual(['started']);
    await stopCamera();
    unlisten();
    expect(states).toEqual(['idle', 'loading', 'started', 'stopping', 'stopped']);
    expect(camera.open()).toEqual([]);
    expect(connections.map(({ isClosed }) => isClosed)).toEqual([true]);
    expect(sessionsEnded).toBe(1);
    expect(await shown()).toEqual([]);
    expect($restEnds.get() - Date.now()).toBeGreaterThan(CAM_BACK_REST_MS - 1000);
    await openPreview(place);
    startCamera();
    expect($camBack.get()).toMatchObject({ status: 'stopped', trouble: 'tooSoon' });
  });

  it('stops when the viewer leaves the chat', async () => {
    await show();
    leaveChat();
    expect(camera.open()).toEqual([]);
    expect($camBack.get().status).toBe('stopped');
    await eventually(async () => expect(await shown()).toEqual([]));
  });

  it('stops when the server ends the chat', async () => {
    await show();
    const chat = openChat();
    await endChatSession(server.deps, chat.session, 'kicked');
    await eventually(() => expect(camera.open()).toEqual([]));
    expect(connections[0]?.isClosed).toBe(true);
  });

  it('stops with a message when the performer ends it, and does not reconnect', async () => {
    await show();
    await endCamBack(server.deps, vera.caller, { session: openChat().session });
    await eventually(() => expect($camBack.get()).toMatchObject({ status: 'stopped', trouble: 'ended' }));
    expect(camera.open()).toEqual([]);
    expect(connections.length).toBe(1);
    expect(await shown()).toEqual([]);
    expect($restEnds.get()).toBeGreaterThan(Date.now());
  });

  it('does not start again after a lost connection during which the performer ended it', async () => {
    await show();
    const { push } = server.deps;
    server.deps.push = { ...push, toChatSession() {} };
    await endCamBack(server.deps, vera.caller, { session: openChat().session });
    server.deps.push = push;
    server.clock.advance(CAM_BACK_REST_MS);
    connections[0]?.fail();
    await eventually(() => expect($camBack.get()).toMatchObject({ status: 'stopped', trouble: 'ended' }));
    expect(camera.open()).toEqual([]);
    expect(await shown()).toEqual([]);
  });

  it('stops with the page', async () => {
    await show();
    page.hide();
    expect(camera.open()).toEqual([]);
    await eventually(async () => expect(await shown()).toEqual([]));
  });

  it('stops with a message when its device is removed', async () => {
    await show();
    camera.pullOut();
    await eventually(() => expect($camBack.get()).toMatchObject({ status: 'stopped', trouble: 'lost' }));
    expect(await shown()).toEqual([]);
  });

  it('reconnects after a lost connection', async () => {
    await show();
    connections[0]?.fail();
    expect($camBack.get()).toMatchObject({ status: 'started', isReconnecting: true });
    await eventually(() => expect($camBack.get().isReconnecting).toBe(false));
    expect(connections).toHaveLength(2);
    expect(camera.open()).toEqual(['video', 'audio']);
    expect(await shown()).toEqual(['started']);
  });

  it('turns the camera off after a few failed attempts', async () => {
    await show();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    whipStatus = 503;
    connections[0]?.fail();
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(4000);
      expect($camBack.get().trouble).toBe('network');
    }, 10_000);
    vi.useRealTimers();
    expect(camera.open()).toEqual([]);
    await eventually(() => expect($camBack.get().status).toBe('stopped'));
  });

  it('shows why the server refused', async () => {
    vi.spyOn(server.deps.media, 'publishTarget').mockRejectedValueOnce(new Error('no media server'));
    await openPreview(place);
    startCamera();
    await eventually(() => expect($camBack.get()).toMatchObject({ status: 'stopped', trouble: 'refused' }));
    expect(camera.open()).toEqual([]);
    expect(connections).toEqual([]);
  });

  it('L8.8 names an agent that is not implemented', () => {
    const parts = {} as Parameters<typeof createPublishAgent>[1];
    expect(() => createPublishAgent('janus', parts)).toThrow('Agent: janus is not implemented');
    expect(() => createPublishAgent('nano', parts)).toThrow('Agent: nano is not implemented');
    expect(() => createPublishAgent('other' as never, parts)).toThrow('Unsupported agent other');
  });
});
