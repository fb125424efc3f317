import { setTimeout as sleep } from 'node:timers/promises';
import {
  GenericNack,
  MediaStreamTrack,
  PictureLossIndication,
  type RTCDtlsTransport,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  type RTCRtpTransceiver,
  RtcpPayloadSpecificFeedback,
  RtcpTransportLayerFeedback,
  RtpHeader,
  RtpPacket,
} from 'werift';
import { Session, Target } from './target.ts';
import { Failure, Skip } from './types.ts';

/** ms within which media must flow. */
export const patience = 10_000;

const feedback = [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }, { type: 'goog-remb' }];

const codecs = () => ({
  audio: [
    new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2, payloadType: 111 }),
  ],
  video: [
    new RTCRtpCodecParameters({
      mimeType: 'video/VP8',
      clockRate: 90_000,
      payloadType: 96,
      rtcpFeedback: feedback,
    }),
    new RTCRtpCodecParameters({
      mimeType: 'video/rtx',
      clockRate: 90_000,
      payloadType: 97,
      parameters: 'apt=96',
    }),
  ],
});

/** Waits up to `ms` until `done`, and returns whether it is. */
export async function within(done: () => boolean, ms = patience): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(10)) if (done()) return true;
  return done();
}

/** An encoder or player with real ICE, DTLS and SRTP. */
export class Peer {
  readonly target: Target;
  readonly pc: RTCPeerConnection;
  readonly packets: RtpPacket[] = [];
  keyFrameRequests = 0;
  /** Set once connected. */
  transport: RTCDtlsTransport | undefined;
  readonly #transceivers = new Map<string, RTCRtpTransceiver>();

  constructor(target: Target) {
    this.target = target;
    this.pc = new RTCPeerConnection({
      codecs: codecs(),
      iceServers: [],
      iceUseIpv6: false,
      bundlePolicy: 'max-bundle',
    });
    const direction = target.protocol === 'whip' ? 'sendonly' : 'recvonly';
    for (const kind of ['audio', 'video'] as const) {
      const track = new MediaStreamTrack({ kind });
      this.#transceivers.set(
        kind,
        this.pc.addTransceiver(direction === 'sendonly' ? track : kind, { direction }),
      );
    }
  }

  /** POSTs an offer and opens a session. */
  async open(edit: (offer: string) => string = (offer) => offer): Promise<Session> {
    await this.pc.setLocalDescription(await this.pc.createOffer());
    const offer = edit(this.pc.localDescription?.sdp ?? '');
    const reply = await this.target.post(offer);
    if (reply.status !== 201)
      throw new Skip(`no session could be opened: POST was answered with ${reply.status}`);
    return new Session(this.target, reply, offer);
  }

  async connect(answer: string) {
    await this.pc.setRemoteDescription({ type: 'answer', sdp: answer });
    const [transport] = this.pc.dtlsTransports;
    if (!transport) throw new Failure('there is no transport');
    this.transport = transport;
    // Before the connection is seen to be complete: the first packet is the key frame.
    transport.onRtp.subscribe((packet) => {
      this.packets.push(packet.clone());
    });
    transport.onRtcp.subscribe((packet) => {
      if (packet instanceof RtcpPayloadSpecificFeedback && packet.feedback.count !== 15)
        this.keyFrameRequests += 1;
    });
    const isConnected = await within(() => this.pc.connectionState === 'connected');
    if (!isConnected) throw new Failure(`the connection is ${this.pc.connectionState} after ${patience} ms`);
  }

  send(kind: 'audio' | 'video', place: { sequenceNumber: number; timestamp: number }, payload: Buffer) {
    const packet = new RtpPacket(new RtpHeader({ ...place, marker: true }), payload);
    void this.#transceivers.get(kind)?.sender.sendRtp(packet);
  }

  async askAgain(ssrc: number, lost: readonly number[]) {
    const feedback = new GenericNack({ senderSsrc: 1, mediaSourceSsrc: ssrc, lost: [...lost] });
    await this.transport?.sendRtcp([new RtcpTransportLayerFeedback({ feedback })]);
  }

  async askForKeyFrame(ssrc: number) {
    const feedback = new PictureLossIndication({ senderSsrc: 1, mediaSsrc: ssrc });
    await this.transport?.sendRtcp([new RtcpPayloadSpecificFeedback({ feedback })]);
  }

  close() {
    return this.pc.close();
  }
}

/** A VP8 frame in one packet (RFC 7741, RFC 6386); a key frame is 640 by 480. */
const frame = (isKey: boolean) =>
  Buffer.from(isKey ? '10500200 9d012a8002e001 00000000'.replaceAll(' ', '') : '10510200ffffffff', 'hex');

export const isKeyFrame = ({ payload }: RtpPacket) =>
  payload.length > 6 && payload.subarray(4, 7).toString('hex') === '9d012a';

/** Sends 25 small frames a second, and a key frame for each request. */
export class Broadcast {
  readonly peer: Peer;
  readonly session: Session;
  sent = 0;
  /** Key frame requests that were answered. */
  answered = -1;
  readonly timer: NodeJS.Timeout;

  constructor(peer: Peer, session: Session) {
    this.peer = peer;
    this.session = session;
    this.timer = setInterval(() => this.#sendFrame(), 40);
  }

  #sendFrame() {
    const { sent, peer } = this;
    const isKey = sent === 0 || peer.keyFrameRequests > this.answered;
    this.answered = peer.keyFrameRequests;
    this.sent += 1;
    peer.send('video', { sequenceNumber: sent & 0xffff, timestamp: sent * 3600 }, frame(isKey));
    peer.send(
      'audio',
      { sequenceNumber: sent & 0xffff, timestamp: sent * 1920 },
      Buffer.from('fcfffe', 'hex'),
    );
  }

  async close() {
    clearInterval(this.timer);
    await this.session.end().catch(() => {});
    await this.peer.close();
  }
}

/** Publishes to the room of a WHEP target; returns null if that is not possible. */
export async function openBroadcast(target: Target): Promise<Broadcast | null> {
  const { whip, whipToken, otherToken, timeoutMs, burst } = target;
  if (!whip) return null;
  const url = whip;
  const peer = new Peer(
    new Target({ protocol: 'whip', url, token: whipToken, otherToken, timeoutMs, burst, whip, whipToken }),
  );
  try {
    const session = await peer.open();
    await peer.connect(session.answer);
    const broadcast = new Broadcast(peer, session);
    target.broadcast = broadcast;
    return broadcast;
  } catch {
    // Checks that need a broadcast are skipped with that reason.
    await peer.close();
    return null;
  }
}
