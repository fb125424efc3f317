import type { JanusPlayerConfig } from '../../port/player-config.ts';
import type { PlayerTrouble } from '../agent.ts';
import { readTotals, SessionError, type StreamSession } from '../whep-session.ts';
import { JanusLine, type JanusMessage } from './janus-line.ts';

/** ms until a player retries a room without a publisher. */
const WAIT_MS = 2000;

/** Codes of the Janus API and its VideoRoom. */
const troubles: Readonly<Record<number, { trouble: PlayerTrouble; retry: boolean }>> = {
  403: { trouble: 'player.unauthorized', retry: false },
  428: { trouble: 'player.waiting', retry: true },
  432: { trouble: 'player.full', retry: true },
  433: { trouble: 'player.unauthorized', retry: false },
};

/** Throws if the message is an error; unknown errors allow a retry. */
function accept(message: JanusMessage): JanusMessage {
  const code = message.plugindata?.data['error_code'];
  if (message.janus !== 'error' && code === undefined) return message;
  const { trouble, retry } = troubles[Number(code)] ?? { trouble: 'player.unreachable', retry: true };
  throw new SessionError(trouble, retry, trouble === 'player.waiting' ? WAIT_MS : null);
}

/** Reads the answer: a browser may have no transceiver for a section it refused. */
function refusesVideo(sdp: string): boolean {
  const section = sdp.split(/^(?=m=)/m).find((part) => part.startsWith('m=video '));
  return section !== undefined && (section.startsWith('m=video 0 ') || /^a=inactive\r?$/m.test(section));
}

/** Answers an offer. Throws if the browser refuses its video because it cannot decode it. */
async function answerOf(
  pc: RTCPeerConnection,
  offer: RTCSessionDescriptionInit,
): Promise<RTCSessionDescription> {
  try {
    await pc.setRemoteDescription(offer);
    await pc.setLocalDescription();
  } catch {
    throw new SessionError('player.codec', false);
  }
  const answer = pc.localDescription as RTCSessionDescription;
  if (refusesVideo(answer.sdp)) throw new SessionError('player.format', false);
  return answer;
}

/** Subscribes to a VideoRoom: Janus sends the offer and the media. Rejects with a `SessionError`. */
export async function openJanusSession(config: JanusPlayerConfig): Promise<StreamSession> {
  const line = await JanusLine.open(config.url);
  const pc = new RTCPeerConnection({
    iceServers: config.iceServers as RTCIceServer[],
    bundlePolicy: 'max-bundle',
  });
  const stream = new MediaStream();
  const lost: (() => void)[] = [];
  const isLost = () => {
    for (const listener of lost) listener();
  };
  pc.addEventListener('track', ({ track }) => stream.addTrack(track));
  pc.addEventListener('connectionstatechange', () => {
    if (pc.connectionState === 'failed' || pc.connectionState === 'closed') isLost();
  });
  pc.addEventListener('icecandidate', ({ candidate }) =>
    line.tell({ janus: 'trickle', candidate: candidate?.toJSON() ?? { completed: true } }),
  );
  line.onHangup(isLost);
  try {
    accept(await line.ask({ janus: 'create' }));
    accept(await line.ask({ janus: 'attach', plugin: 'janus.plugin.videoroom' }));
    const { room, token } = config;
    const body = { request: 'join', ptype: 'subscriber', room, token };
    const { jsep } = accept(await line.ask({ janus: 'message', body }));
    if (!jsep) throw new SessionError('player.unreachable', true);
    const answer = await answerOf(pc, jsep);
    accept(await line.ask({ janus: 'message', body: { request: 'start' }, jsep: answer }));
    return {
      stream,
      totals: () => readTotals(pc),
      onLost: (listener) => void lost.push(listener),
      close: () => {
        pc.close();
        line.close();
      },
    };
  } catch (error) {
    pc.close();
    line.close();
    throw error;
  }
}
