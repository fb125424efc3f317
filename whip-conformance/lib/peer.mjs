// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import {
  GenericNack,
  MediaStreamTrack,
  PictureLossIndication,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtcpPayloadSpecificFeedback,
  RtcpTransportLayerFeedback,
  RtpHeader,
  RtpPacket,
} from 'werift';
import { Failure, Skip } from './outcome.mjs';
import { Session, Target } from './target.mjs';
/** @import { RTCRtpTransceiver } from 'werift' */

/** ms until media must flow. */
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

/** @param {() => boolean} done @param {number} [ms] @returns {Promise<boolean>} */
export async function within(done, ms = patience) {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(10)) if (done()) return true;
  return done();
}

/** A real encoder or player: ICE, DTLS and SRTP, without a camera or a screen. */
export class Peer {
  /** @type {RtpPacket[]} */
  packets = [];
  keyFrameRequests = 0;
  /** @type {Map<string, RTCRtpTransceiver>} */
  #transceivers = new Map();

  /** @param {Target} target */
  constructor(target) {
    this.target = target;
    this.pc = new RTCPeerConnection({
      codecs: codecs(),
      iceServers: [],
      iceUseIpv6: false,
      bundlePolicy: 'max-bundle',
    });
    const direction = target.protocol === 'whip' ? 'sendonly' : 'recvonly';
    for (const kind of /** @type {const} */ (['audio', 'video'])) {
      const track = new MediaStreamTrack({ kind });
      this.#transceivers.set(
        kind,
        this.pc.addTransceiver(direction === 'sendonly' ? track : kind, { direction }),
      );
    }
  }

  /** Offers, and opens a session. @param {(offer: string) => string} [edit] @returns {Promise<Session>} */
  async open(edit = (offer) => offer) {
    await this.pc.setLocalDescription(await this.pc.createOffer());
    const offer = edit(this.pc.localDescription?.sdp ?? '');
    const reply = await this.target.post(offer);
    if (reply.status !== 201)
      throw new Skip(`no session could be opened: POST was answered with ${reply.status}`);
    return new Session(this.target, reply, offer);
  }

  /** @param {string} answer */
  async connect(answer) {
    await this.pc.setRemoteDescription({ type: 'answer', sdp: answer });
    const isConnected = await within(() => this.pc.connectionState === 'connected');
    if (!isConnected) throw new Failure(`the connection is ${this.pc.connectionState} after ${patience} ms`);
    const [transport] = this.pc.dtlsTransports;
    if (!transport) throw new Failure('there is no transport');
    this.transport = transport;
    transport.onRtp.subscribe((packet) => {
      this.packets.push(packet.clone());
    });
    transport.onRtcp.subscribe((packet) => {
      if (packet instanceof RtcpPayloadSpecificFeedback && packet.feedback.count !== 15)
        this.keyFrameRequests += 1;
    });
  }

  /** @param {'audio' | 'video'} kind @param {{ sequenceNumber: number, timestamp: number }} place @param {Buffer} payload */
  send(kind, place, payload) {
    const packet = new RtpPacket(new RtpHeader({ ...place, marker: true }), payload);
    void this.#transceivers.get(kind)?.sender.sendRtp(packet);
  }

  /** @param {number} ssrc @param {readonly number[]} lost */
  async askAgain(ssrc, lost) {
    const feedback = new GenericNack({ senderSsrc: 1, mediaSourceSsrc: ssrc, lost: [...lost] });
    await this.transport?.sendRtcp([new RtcpTransportLayerFeedback({ feedback })]);
  }

  /** @param {number} ssrc */
  async askForKeyFrame(ssrc) {
    const feedback = new PictureLossIndication({ senderSsrc: 1, mediaSsrc: ssrc });
    await this.transport?.sendRtcp([new RtcpPayloadSpecificFeedback({ feedback })]);
  }

  close() {
    return this.pc.close();
  }
}

/** VP8 (RFC 7741, RFC 6386): one packet with one frame; of a key frame 640 by 480. @param {boolean} isKey */
const frame = (isKey) =>
  Buffer.from(isKey ? '10500200 9d012a8002e001 00000000'.replaceAll(' ', '') : '10510200ffffffff', 'hex');

/** @param {RtpPacket} packet */
export const isKeyFrame = ({ payload }) =>
  payload.length > 6 && payload.subarray(4, 7).toString('hex') === '9d012a';

/** Sends 25 small frames a second, and a key frame whenever it is asked for one. */
export class Broadcast {
  /** @param {Peer} peer @param {Session} session */
  constructor(peer, session) {
    this.peer = peer;
    this.session = session;
    this.sent = 0;
    this.answered = -1;
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

/** Publishes into the room that a WHEP server is asked for. Null where that is not possible. @param {Target} target */
export async function openBroadcast(target) {
  const { whip, whipToken, otherToken, timeoutMs, burst } = target;
  if (!whip) return null;
  const url = whip;
  const peer = new Peer(
    new Target({ protocol: 'whip', url, token: whipToken, otherToken, timeoutMs, burst, whip, whipToken }),
  );
  try {
    const session = await peer.open();
    await peer.connect(session.answer);
    target.broadcast = new Broadcast(peer, session);
    return target.broadcast;
  } catch {
    // What depends on it says that no session could be opened.
    await peer.close();
    return null;
  }
}
