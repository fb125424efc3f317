import { SimulatedDesk, SimulatedPhone, SimulatedStream } from '@vonk/media/devices/testing';
import { createPublishAgent } from '@vonk/media/player';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CAM_BACK_REST_MS } from '#contract/chat/cam-back-calls.ts';
import { shownCameras } from '#server/chat/cam-back/reads.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { endCamBack } from '#server/studio/cam-backs.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { eventually, openPage, servePlayableApp, type TestPage } from '../../testing/page.ts';
import { createChat } from '../session/session.ts';
import { $chat, openChat } from '../store.ts';
import { createCamBack } from './cam-back.ts';

const chat = createChat();
const { joinChat, leaveChat } = chat;
const { $camBack, $camera, $choice, $devices, $isSilent, $restEnds, ...actions } = createCamBack();
const { chooseDevice, closePreview, openPreview, releaseCamera, startCamera, stopCamera } = actions;
const server = servePlayableApp();
let page: TestPage;
let vera: TestPerformer;
let desk: SimulatedDesk;
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

/** The page is used on this desk or phone. */
function useDevices({ mediaDevices, permissions }: SimulatedDesk | SimulatedPhone): void {
  vi.stubGlobal('navigator', { ...navigator, userAgent: '', maxTouchPoints: 0, mediaDevices, permissions });
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
  vi.stubGlobal('MediaStream', SimulatedStream);
  desk = new SimulatedDesk();
  useDevices(desk);
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
    expect(desk.open).toEqual(['front', 'mic']);
    expect(desk.requests[0]).toMatchObject({ video: { width: { ideal: 640 } }, audio: {} });
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
    expect(desk.open).toEqual([]);
  });

  it('changes to the chosen device, and to no microphone', async () => {
    await openPreview(place);
    await chooseDevice({ camera: 'desk', microphone: 'none' });
    expect(desk.requests[1]).toMatchObject({ video: { deviceId: { exact: 'desk' } }, audio: false });
    expect(desk.open).toEqual(['desk']);
    expect($camera.get()?.getTracks()).toHaveLength(1);
  });

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'noDevice'],
    ['OverconstrainedError', 'noDevice'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'preview'],
  ])('L4.56 L8.11 reports %s', async (name, trouble) => {
    const { getUserMedia } = desk;
    desk.getUserMedia = () => Promise.reject(new DOMException('refused', name));
    await openPreview(place);
    expect($camBack.get().trouble).toBe(trouble);
    desk.getUserMedia = getUserMedia;
    await openPreview(place);
    expect($camBack.get().trouble).toBeNull();
    expect(desk.open).toEqual(['front', 'mic']);
  });

  it('L4.56 L8.11 requires a container', async () => {
    await expect(openPreview(null)).rejects.toThrow('Camback container not found');
    expect($camBack.get().trouble).toBe('container');
    expect(desk.requests).toEqual([]);
  });

  it('closes a camera that opens after the dialog was closed', async () => {
    const letThrough = desk.hold();
    const opening = openPreview(place);
    await eventually(() => expect(desk.requests).toHaveLength(1));
    closePreview();
    letThrough();
    await opening;
    expect(desk.open).toEqual([]);
    expect($camera.get()).toBeNull();
  });

  it.each(['absent', 'inUse'])('goes on without a microphone that is %s, and says so', async (condition) => {
    if (condition === 'absent') desk.unplug('mic');
    else desk.occupy('mic');
    await openPreview(place);
    expect($camBack.get().trouble).toBe('noMicrophone');
    expect(desk.open).toEqual(['front']);
    expect([$camera.get()?.getTracks().length, $isSilent.get()]).toEqual([1, true]);
  });

  it('opens no microphone without a camera, and offers a camera that is plugged in', async () => {
    const front = desk.unplug('front');
    desk.unplug('desk');
    await openPreview(place);
    expect($camBack.get().trouble).toBe('noDevice');
    expect(desk.open).toEqual([]);
    desk.plug(front);
    await eventually(() => expect($camBack.get().trouble).toBe('offered'));
    await openPreview(place);
    expect($camBack.get().trouble).toBeNull();
    expect(desk.open).toEqual(['front', 'mic']);
  });

  it('keeps the former camera if the chosen one does not open', async () => {
    await openPreview(place);
    desk.occupy('desk');
    await chooseDevice({ camera: 'desk' });
    expect($camBack.get().trouble).toBe('busy');
    expect($choice.get().camera).toBeNull();
    expect(desk.open.toSorted()).toEqual(['front', 'mic']);
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
    expect(desk.open).toEqual([]);
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
    expect(desk.open).toEqual([]);
    expect($camBack.get().status).toBe('stopped');
    await eventually(async () => expect(await shown()).toEqual([]));
  });

  it('stops when the server ends the chat', async () => {
    await show();
    const chat = openChat();
    await endChatSession(server.deps, chat.session, 'kicked');
    await eventually(() => expect(desk.open).toEqual([]));
    expect(connections[0]?.isClosed).toBe(true);
  });

  it('stops with a message when the performer ends it, and does not reconnect', async () => {
    await show();
    await endCamBack(server.deps, vera.caller, { session: openChat().session });
    await eventually(() => expect($camBack.get()).toMatchObject({ status: 'stopped', trouble: 'ended' }));
    expect(desk.open).toEqual([]);
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
    expect(desk.open).toEqual([]);
    expect(await shown()).toEqual([]);
  });

  it('stops with the page', async () => {
    await show();
    page.hide();
    expect(desk.open).toEqual([]);
    await eventually(async () => expect(await shown()).toEqual([]));
  });

  it('stops with a message when its device is removed', async () => {
    await show();
    desk.unplug('front');
    await eventually(() => expect($camBack.get()).toMatchObject({ status: 'stopped', trouble: 'lost' }));
    expect(await shown()).toEqual([]);
  });

  it('goes on without a microphone that is removed', async () => {
    await show();
    desk.unplug('mic');
    expect($isSilent.get()).toBe(true);
    expect($camBack.get()).toMatchObject({ status: 'started', trouble: null });
    expect(await shown()).toEqual(['started']);
  });

  it.each(['android', 'ios'] as const)(
    'goes on with the same camera after a lock of a phone (%s)',
    async (system) => {
      const phone = new SimulatedPhone(system);
      useDevices(phone);
      vi.stubGlobal('document', Object.assign(phone.page, { documentElement: { lang: 'en' } }));
      await show();
      phone.lock();
      expect($camBack.get().status).toBe('started');
      phone.unlock();
      await eventually(() => expect(phone.open.toSorted()).toEqual(['phone', 'selfie']));
      const [picture] = $camera.get()?.getVideoTracks() ?? [];
      expect(picture).toMatchObject({ readyState: 'live', muted: false });
      expect($camBack.get().trouble).toBeNull();
    },
  );

  it('reconnects after a lost connection', async () => {
    await show();
    connections[0]?.fail();
    expect($camBack.get()).toMatchObject({ status: 'started', isReconnecting: true });
    await eventually(() => expect($camBack.get().isReconnecting).toBe(false));
    expect(connections).toHaveLength(2);
    expect(desk.open).toEqual(['front', 'mic']);
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
    expect(desk.open).toEqual([]);
    await eventually(() => expect($camBack.get().status).toBe('stopped'));
  });

  it('shows why the server refused', async () => {
    vi.spyOn(server.deps.media, 'publishTarget').mockRejectedValueOnce(new Error('no media server'));
    await openPreview(place);
    startCamera();
    await eventually(() => expect($camBack.get()).toMatchObject({ status: 'stopped', trouble: 'refused' }));
    expect(desk.open).toEqual([]);
    expect(connections).toEqual([]);
  });

  it('L8.8 names an agent that is not implemented', () => {
    const parts = {} as Parameters<typeof createPublishAgent>[1];
    expect(() => createPublishAgent('janus', parts)).toThrow('Agent: janus is not implemented');
    expect(() => createPublishAgent('nano', parts)).toThrow('Agent: nano is not implemented');
    expect(() => createPublishAgent('other' as never, parts)).toThrow('Unsupported agent other');
  });
});
