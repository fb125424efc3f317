import { createPublishAgent, type PublishAgent, type PublishState } from '@vonk/media/player';
import { CAM_BACK_REST_MS, type CamBackStream } from '#contract/chat/cam-back.ts';
import { chatAction } from '#contract/chat/room-calls.ts';
import { AppError, labelOf } from '#contract/errors.ts';
import { request } from '../session/request.ts';
import { $chat, openChat } from '../session/store.ts';
import { closeCamera } from './devices.ts';
import { camBackSettings, closePreview, refusalOf } from './preview.ts';
import { $camBack, $camera, $restEnds, type CamBackTrouble, camBackOff } from './store.ts';

/** ms between tries to tell the server that media has left: it may be on the way. */
const TELL_AGAIN_MS = 500;
const TELLS = 10;

let agent: PublishAgent | null = null;
let stopWatching = (): void => {};

export const isCameraOn = (): boolean => ['loading', 'started'].includes($camBack.get().status);

/** Sends what the preview shows to the performer who is watched. */
export function startCamera(): void {
  const stream = $camera.get();
  const settings = camBackSettings();
  if (!stream || !settings || isCameraOn()) return;
  if (Date.now() < $restEnds.get()) {
    $camBack.setKey('trouble', 'tooSoon');
    return;
  }
  const chat = openChat();
  const target = async (): Promise<CamBackStream> => {
    const { auth } = openChat();
    const data = { agent: settings.agent };
    const { stream: given } = await request(chatAction, { action: 'camBackInit', auth, data });
    if (!given) throw new AppError('badRequest.media.unavailable');
    return given;
  };
  const parts = { stream, settings: settings.streamSettings, target, isPassing, onChange: follow };
  try {
    agent = createPublishAgent(settings.agent, parts);
  } catch {
    $camBack.setKey('trouble', 'agent');
    return;
  }
  $camBack.set({ status: 'loading', trouble: null, isReconnecting: false });
  stopWatching = watchEnds(stream, chat.session);
  agent.start();
}

/** Refusals of the target that pass by themselves; an error without a label is the network's. */
const isPassing = (error: unknown): boolean =>
  ['UNDEFINED_ERROR', 'UNAVAILABLE', 'badRequest.tooMany'].includes(labelOf(error));

/** What stops a camera beside its owner: the chat, the page, the device. */
function watchEnds(stream: MediaStream, session: string): () => void {
  const onLost = () => void stopCamera('lost');
  for (const track of stream.getTracks()) track.addEventListener('ended', onLost);
  const unlisten = $chat.listen((chat) => {
    if (chat.status !== 'watching' || chat.session !== session) releaseCamera();
  });
  window.addEventListener('pagehide', releaseCamera);
  return () => {
    for (const track of stream.getTracks()) track.removeEventListener('ended', onLost);
    unlisten();
    window.removeEventListener('pagehide', releaseCamera);
  };
}

function follow(state: PublishState): void {
  if (state.name === 'connecting') $camBack.setKey('isReconnecting', state.again);
  if (state.name === 'publishing') void tellServer(agent);
  if (state.name === 'failed') void stopCamera(troubleOf(state.error));
}

const troubleOf = (error: unknown): CamBackTrouble =>
  error instanceof AppError ? refusalOf(error) : 'network';

/** Media is on its way; the server says when the media server has it. */
async function tellServer(current: PublishAgent | null): Promise<void> {
  for (let tries = 1; current === agent && isCameraOn(); tries += 1) {
    try {
      await request(chatAction, { action: 'camBackBroadcasting', auth: openChat().auth });
      if (current === agent && isCameraOn())
        $camBack.set({ status: 'started', trouble: null, isReconnecting: false });
      return;
    } catch (error) {
      const isPassing = ['badRequest.camBack.notStarted', 'UNAVAILABLE'].includes(labelOf(error));
      if (current !== agent) return;
      if (!isPassing || tries >= TELLS) return void stopCamera(troubleOf(error));
      await new Promise((resolve) => setTimeout(resolve, TELL_AGAIN_MS));
    }
  }
}

/** Camera and microphone are off at once, whatever the server says. */
export async function stopCamera(trouble: CamBackTrouble | null = null): Promise<void> {
  if (!isCameraOn()) return;
  letGo();
  $camBack.set({ status: 'stopping', trouble, isReconnecting: false });
  const chat = $chat.get();
  if (chat.status === 'watching')
    // Without the answer the server stops it with the chat, and has nothing to show meanwhile.
    await request(chatAction, { action: 'camBackStop', auth: chat.auth }).catch(() => {});
  if ($camBack.get().status !== 'stopping') return;
  $restEnds.set(Date.now() + CAM_BACK_REST_MS);
  $camBack.setKey('status', 'stopped');
}

/** With the chat, the page or its place gone: the server has stopped it, or is about to. */
export function releaseCamera(): void {
  const wasOn = isCameraOn();
  letGo();
  if (wasOn) $restEnds.set(Date.now() + CAM_BACK_REST_MS);
  $camBack.set(wasOn ? { ...camBackOff, status: 'stopped' } : camBackOff);
}

function letGo(): void {
  stopWatching();
  stopWatching = () => {};
  const ending = agent;
  agent = null;
  ending?.stop();
  closeCamera($camera.get());
  closePreview();
}
