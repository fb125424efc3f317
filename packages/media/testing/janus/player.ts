import { once } from 'node:events';
import { type MediaStreamTrack, RTCPeerConnection } from 'werift';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { JanusPlayerConfig } from '../../port/player-config.ts';
import { testCodecs } from '../whip-client.ts';

const answerSchema = z.object({
  janus: z.string(),
  plugindata: z.object({ data: z.record(z.string(), z.unknown()) }).optional(),
  jsep: z.object({ sdp: z.string() }).optional(),
  error: z.object({ code: z.number(), reason: z.string() }).optional(),
});
type Answer = z.infer<typeof answerSchema>;

/** A player of the Janus API without a browser. */
export interface JanusPlayer {
  /** Number of received video packets. */
  readonly packets: number;
  /** ms of received media, with gaps of up to 2 s between packets. */
  readonly deliveredMs: number;
  /** Event with which Janus ended the session; null while it is open. */
  readonly ended: string | null;
  /** ms since the epoch of the last packet. */
  readonly lastMediaAt: number;
  close(): Promise<void>;
}

/** The WebSocket to the gateway; resolves requests to the first response that is not `ack`. */
class Line {
  readonly socket: WebSocket;
  readonly #waiting: ((answer: Answer) => void)[] = [];
  ended: string | null = null;
  #next = 0;

  constructor(url: string) {
    this.socket = new WebSocket(url, 'janus-protocol');
    this.socket.on('message', (data) => {
      const answer = answerSchema.parse(JSON.parse(data.toString()));
      if (answer.janus === 'hangup') this.ended = 'hangup';
      else if (answer.janus !== 'ack') this.#waiting.shift()?.(answer);
    });
    this.socket.on('error', () => undefined);
  }

  async ask(message: Record<string, unknown>): Promise<Answer> {
    this.#next += 1;
    const answered = new Promise<Answer>((resolve) => {
      this.#waiting.push(resolve);
    });
    this.socket.send(JSON.stringify({ transaction: String(this.#next), ...message }));
    const answer = await answered;
    const refused = answer.error?.reason ?? answer.plugindata?.data['error'];
    if (refused !== undefined) throw new Error(String(refused));
    return answer;
  }
}

/** Sends one message over a new WebSocket and returns the response, for tests of forbidden requests. */
export async function askJanus(url: string, message: Record<string, unknown>): Promise<Answer> {
  const line = new Line(url);
  await once(line.socket, 'open');
  return line.ask(message).finally(() => line.socket.close());
}

/** Rejects if the config is refused. `origin` is the node's, such as http://127.0.0.1:4321. */
export async function playJanus(config: JanusPlayerConfig, origin: string): Promise<JanusPlayer> {
  const line = new Line(new URL(config.url, origin.replace(/^http/, 'ws')).href);
  await once(line.socket, 'open');
  const pc = new RTCPeerConnection({ codecs: testCodecs('VP8'), iceServers: [], iceUseIpv6: false });
  const counted = { packets: 0, deliveredMs: 0, lastMediaAt: 0 };
  const take = (track: MediaStreamTrack) => {
    track.onReceiveRtp.subscribe(() => {
      const now = Date.now();
      if (now - counted.lastMediaAt < 2000) counted.deliveredMs += now - counted.lastMediaAt;
      counted.lastMediaAt = now;
      if (track.kind === 'video') counted.packets += 1;
    });
  };
  pc.onTrack.subscribe(take);
  try {
    await line.ask({ janus: 'create' });
    await line.ask({ janus: 'attach', plugin: 'janus.plugin.videoroom' });
    const { room, token } = config;
    const join = { request: 'join', ptype: 'subscriber', room, token };
    const { jsep } = await line.ask({ janus: 'message', body: join });
    await pc.setRemoteDescription({ type: 'offer', sdp: jsep?.sdp ?? '' });
    await pc.setLocalDescription(await pc.createAnswer());
    const answer = { type: 'answer', sdp: pc.localDescription?.sdp ?? '' };
    await line.ask({ janus: 'message', body: { request: 'start' }, jsep: answer });
    if (pc.connectionState !== 'connected')
      await pc.connectionStateChange.watch((state) => state === 'connected', 15_000);
  } catch (error) {
    line.socket.close();
    await pc.close();
    throw error;
  }
  return {
    get packets() {
      return counted.packets;
    },
    get deliveredMs() {
      return counted.deliveredMs;
    },
    get lastMediaAt() {
      return counted.lastMediaAt;
    },
    get ended() {
      return line.ended;
    },
    close: async () => {
      line.socket.close();
      await pc.close();
    },
  };
}
