import { createPublishAgent, type PublishAgent, type PublishState } from '@vonk/media/player';
import { CAM_BACK_REST_MS, type CamBackStream } from '#contract/chat/cam-back-calls.ts';
import { AppError, labelOf } from '#contract/errors.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { on } from '../../api/socket/socket.ts';
import { isPassing } from '../../shell/open-dialogs.ts';
import { act } from '../request.ts';
import { $chat, openChat } from '../store.ts';
import {
  type CamBackState,
  type CamBackTrouble,
  camBackOff,
  createPreview,
  createState,
  type Preview,
  refusalOf,
  type Settings,
} from './preview.ts';

/** ms between attempts to tell the server that media is sent: the media server may not have it yet. */
const TELL_AGAIN_MS = 500;
const TELLS = 10;

/** Temporary refusals by the target; an error without a label is a network error. */
const passes = (error: unknown): boolean => isPassing(labelOf(error));

export interface CamBackActions extends CamBackState, Omit<Preview, 'camBackSettings'> {
  isCameraOn(): boolean;
  /** Sends the previewed camera to the watched performer. */
  startCamera(): void;
  /** Turns camera and microphone off at once, whatever the server returns. */
  stopCamera(trouble?: CamBackTrouble | null): Promise<void>;
  /** When the chat, the page or the container is gone: the server has stopped it, or is about to. */
  releaseCamera(): void;
}

/** A member's own camera, on one page; `releaseCamera` ends it. */
export function createCamBack(): CamBackActions {
  const state = createState();
  const { $camBack, $camera, $restEnds } = state;
  const { camBackSettings, ...preview } = createPreview(state, {
    isOn: () => isCameraOn(),
    onTrack: (track) => agent?.replaceTrack(track),
    onLost: () => void stopCamera('lost'),
  });
  let agent: PublishAgent | null = null;
  let stopWatching = (): void => {};

  const isCameraOn = (): boolean => ['loading', 'started'].includes($camBack.get().status);
  const follow = (publishing: PublishState): void => {
    if (publishing.name === 'connecting') $camBack.setKey('isReconnecting', publishing.again);
    if (publishing.name === 'publishing') void announce();
    if (publishing.name === 'failed') void stopCamera(troubleOf(publishing.error));
  };
  const announce = async (): Promise<void> => {
    const current = agent;
    const isCurrent = () => current === agent && isCameraOn();
    try {
      await tellServer(isCurrent);
      if (isCurrent()) $camBack.set({ status: 'started', trouble: null, isReconnecting: false });
    } catch (error) {
      if (isCurrent()) void stopCamera(troubleOf(error));
    }
  };
  const stopCamera = async (trouble: CamBackTrouble | null = null): Promise<void> => {
    if (!isCameraOn()) return;
    letGo();
    $camBack.set({ status: 'stopping', trouble, isReconnecting: false });
    const chat = $chat.get();
    if (chat.status === 'watching')
      // If this call fails, the server stops it with the chat and shows nothing meanwhile.
      await act({ action: 'camBackStop', auth: chat.auth }).catch(() => {});
    if ($camBack.get().status !== 'stopping') return;
    $restEnds.set(steadyNow() + CAM_BACK_REST_MS);
    $camBack.setKey('status', 'stopped');
  };
  const releaseCamera = (): void => {
    const wasOn = isCameraOn();
    letGo();
    if (wasOn) $restEnds.set(steadyNow() + CAM_BACK_REST_MS);
    $camBack.set(wasOn ? { ...camBackOff, status: 'stopped' } : camBackOff);
  };
  const letGo = (): void => {
    stopWatching();
    stopWatching = () => {};
    const ending = agent;
    agent = null;
    ending?.stop();
    preview.closePreview();
  };
  return {
    ...state,
    ...preview,
    isCameraOn,
    stopCamera,
    releaseCamera,
    startCamera() {
      const stream = $camera.get();
      const settings = camBackSettings();
      if (!stream || !settings || isCameraOn()) return;
      if (steadyNow() < $restEnds.get()) {
        $camBack.setKey('trouble', 'tooSoon');
        return;
      }
      const chat = openChat();
      agent = createAgent(stream, settings, follow);
      if (!agent) {
        $camBack.setKey('trouble', 'agent');
        return;
      }
      $camBack.set({ status: 'loading', trouble: null, isReconnecting: false });
      stopWatching = watchEnds(chat.session, {
        onGone: releaseCamera,
        onEnded: () => void stopCamera('ended'),
      });
      agent.start();
    },
  };
}

/** Null if this browser cannot run the agent. */
function createAgent(
  stream: MediaStream,
  settings: Settings,
  onChange: (publishing: PublishState) => void,
): PublishAgent | null {
  const target = targets(settings.agent);
  const parts = { stream, settings: settings.streamSettings, target, isPassing: passes, onChange };
  try {
    return createPublishAgent(settings.agent, parts);
  } catch {
    return null;
  }
}

/** Tells the server that media is sent; it confirms once the media server has it. Rejects if it refuses. */
async function tellServer(isCurrent: () => boolean): Promise<void> {
  for (let tries = 1; isCurrent(); tries += 1) {
    try {
      await act({ action: 'camBackBroadcasting', auth: openChat().auth });
      return;
    } catch (error) {
      const isOnItsWay = ['badRequest.camBack.notStarted', 'UNAVAILABLE'].includes(labelOf(error));
      if (!isOnItsWay || tries >= TELLS) throw error;
      await new Promise((resolve) => setTimeout(resolve, TELL_AGAIN_MS));
    }
  }
}

/** Targets of one camera, the first and those after a lost connection. */
function targets(agent: Settings['agent']): () => Promise<CamBackStream> {
  let continues = false;
  return async () => {
    const { auth } = openChat();
    const { stream } = await act({ action: 'camBackInit', auth, data: { agent, continues } });
    continues = true;
    return stream;
  };
}

/** Events that stop a camera: the end of chat or page (`onGone`), the performer (`onEnded`). Returns a stop function. */
function watchEnds(
  session: string,
  { onGone, onEnded }: Record<'onGone' | 'onEnded', () => void>,
): () => void {
  const unlisten = $chat.listen((chat) => {
    if (chat.status !== 'watching' || chat.session !== session) onGone();
  });
  const stopListening = on('cam-back-ended', (ended) => {
    if (ended.session === session) onEnded();
  });
  window.addEventListener('pagehide', onGone);
  return () => {
    stopListening();
    unlisten();
    window.removeEventListener('pagehide', onGone);
  };
}

const troubleOf = (error: unknown): CamBackTrouble =>
  error instanceof AppError ? refusalOf(error) : 'network';

/** The page's instance. */
export const pageCamera = createCamBack();
