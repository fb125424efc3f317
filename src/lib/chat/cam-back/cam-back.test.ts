import { createPublishAgent } from '@vonk/media/player';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CAM_BACK_REST_MS } from '#contract/chat/cam-back.ts';
import { shownCameras } from '#server/chat/cam-back/reads.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { type FakeCamera, fakeCamera } from '../../testing/fake-camera.ts';
import { eventually, nanoTarget, openPage, type TestPage } from '../../testing/page.ts';
import { createChat } from '../session/session.ts';
import { $chat, openChat } from '../session/store.ts';
import { createCamBack } from './cam-back.ts';

const chat = createChat();
const { joinChat, leaveChat } = chat;
const { $camBack, $camera, $choice, $devices, $restEnds, ...actions } = createCamBack();
const { chooseDevice, closePreview, openPreview, releaseCamera, startCamera, stopCamera } = actions;
let server: TestServer;
let page: TestPage;
let vera: TestPerformer;
let camera: FakeCamera;
/** Connections the page has opened, in order; a test drives their state. */
let connections: FakeConnection[];
/** What the media server answers to offers: 201 unless a test says otherwise. */
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

  /** The line is cut. */
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

beforeAll(async () => {
  server = await startTestServer({
    change: ({ media }) => ({ media: { ...media, playTarget: nanoTarget } }),
  });
});
afterAll(() => server.close());

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
  it('opens the camera for its owner alone, and names the devices', async () => {
    await openPreview(place);
    expect(camera.open()).toEqual(['video', 'audio']);
    expect(camera.asked[0]).toMatchObject({ video: { width: { ideal: 640 } }, audio: {} });
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

  it('changes to the device that is chosen, and to no microphone', async () => {
    await openPreview(place);
    await chooseDevice({ camera: 'desk', microphone: 'none' });
    expect(camera.asked[1]).toMatchObject({ video: { deviceId: { exact: 'desk' } }, audio: false });
    expect(camera.open()).toEqual(['video']);
  });

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'noDevice'],
    ['OverconstrainedError', 'noDevice'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'preview'],
  ])('says what %s means', async (name, trouble) => {
    camera.refuse(name);
    await openPreview(place);
    expect($camBack.get().trouble).toBe(trouble);
    await openPreview(place);
    expect($camBack.get().trouble).toBeNull();
    expect(camera.open()).toEqual(['video', 'audio']);
  });

  it('needs a place', async () => {
    await expect(openPreview(null)).rejects.toThrow('Camback container not found');
    expect($camBack.get().trouble).toBe('container');
    expect(camera.asked).toEqual([]);
  });

  it('closes a camera at once that comes after the dialog was closed', async () => {
    const letThrough = camera.hold();
    const opening = openPreview(place);
    await eventually(() => expect(camera.asked).toHaveLength(1));
    closePreview();
    letThrough();
    await opening;
    expect(camera.open()).toEqual([]);
    expect($camera.get()).toBeNull();
  });

  it('is not opened where the browser has no camera', async () => {
    vi.stubGlobal('navigator', { ...navigator, mediaDevices: undefined });
    await openPreview(place);
    expect($camBack.get().trouble).toBe('unsupported');
  });
});

describe('a member’s camera', () => {
  it('loads, starts and stops; then it is off, and rests', async () => {
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

  it('stops with the chat that is left', async () => {
    await show();
    leaveChat();
    expect(camera.open()).toEqual([]);
    expect($camBack.get().status).toBe('stopped');
    await eventually(async () => expect(await shown()).toEqual([]));
  });

  it('stops with the chat that the server ends', async () => {
    await show();
    const chat = openChat();
    await endChatSession(server.deps, chat.session, 'kicked');
    await eventually(() => expect(camera.open()).toEqual([]));
    expect(connections[0]?.isClosed).toBe(true);
  });

  it('stops with the page', async () => {
    await show();
    page.hide();
    expect(camera.open()).toEqual([]);
    await eventually(async () => expect(await shown()).toEqual([]));
  });

  it('stops and says so when its device is gone', async () => {
    await show();
    camera.pullOut();
    await eventually(() => expect($camBack.get()).toMatchObject({ status: 'stopped', trouble: 'lost' }));
    expect(await shown()).toEqual([]);
  });

  it('comes back by itself when the line was lost', async () => {
    await show();
    connections[0]?.fail();
    expect($camBack.get()).toMatchObject({ status: 'started', isReconnecting: true });
    await eventually(() => expect($camBack.get().isReconnecting).toBe(false));
    expect(connections).toHaveLength(2);
    expect(camera.open()).toEqual(['video', 'audio']);
    expect(await shown()).toEqual(['started']);
  });

  it('gives up after a few tries, and the camera is off', async () => {
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

  it('says what the server refuses', async () => {
    vi.spyOn(server.deps.media, 'publishTarget').mockRejectedValueOnce(new Error('no media server'));
    await openPreview(place);
    startCamera();
    await eventually(() => expect($camBack.get()).toMatchObject({ status: 'stopped', trouble: 'refused' }));
    expect(camera.open()).toEqual([]);
    expect(connections).toEqual([]);
  });

  it('names an agent that is not there', () => {
    const parts = {} as Parameters<typeof createPublishAgent>[1];
    expect(() => createPublishAgent('janus', parts)).toThrow('Agent: janus is not implemented');
    expect(() => createPublishAgent('nano', parts)).toThrow('Agent: nano is not implemented');
    expect(() => createPublishAgent('other' as never, parts)).toThrow('Unsupported agent other');
  });
});
