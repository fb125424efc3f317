import { withoutSenderReports } from '@vonk/media/werift-fixes';
import {
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  type RTCRtpSender,
  RtcpSenderInfo,
  RtcpSourceDescriptionPacket,
  RtcpSrPacket,
  SourceDescriptionChunk,
  SourceDescriptionItem,
} from 'werift';
import type { Clip } from '#demo/clip/clip.ts';
import { createPlayout, type MediaKind } from './playout.ts';
import type { WhipClient, WhipSession } from './whip.ts';

const TICK_MS = 10;
const REPORT_MS = 1000;
const CONNECT_MS = 10_000;
/** ms without a receiver report before asking for the session; servers send about one a second. */
const SILENCE_MS = 2500;
/** ms without a report that end the publication; longer for a server that has paused for longer. */
const END_MS = { least: 4500, most: 15_000, pauses: 2.5 } as const;

export interface PublicationStats {
  frames: number;
  packets: number;
  bytes: number;
  keyFrameRequests: number;
  retransmissionRequests: number;
}

export interface Publication {
  /** Resolves with the reason when the server has gone away. */
  readonly ended: Promise<string>;
  stats(): PublicationStats;
  /** Stops sending and tells the server. */
  close(): Promise<void>;
}

const feedback = [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }, { type: 'ccm', parameter: 'fir' }];
const codecs = {
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
  ],
};

interface PublishOptions {
  name: string;
  /** ms between sender reports. */
  reportMs?: number | undefined;
}

/** Publishes a clip once. Throws if the server refuses or never connects. */
export async function publish(
  clip: Clip,
  whip: WhipClient,
  { name, reportMs = REPORT_MS }: PublishOptions,
): Promise<Publication> {
  const pc = new RTCPeerConnection({
    codecs,
    iceServers: [],
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
    bundlePolicy: 'max-bundle',
  });
  const senders = { video: addSender(pc, 'video'), audio: addSender(pc, 'audio') };
  let session: WhipSession | undefined;
  try {
    await pc.setLocalDescription(await pc.createOffer());
    session = await whip.publish(pc.localDescription?.sdp ?? '');
    await pc.setRemoteDescription({ type: 'answer', sdp: session.answer });
    if (pc.connectionState !== 'connected') {
      await pc.connectionStateChange.watch((state) => state === 'connected', CONNECT_MS);
    }
  } catch (error) {
    await Promise.all([pc.close(), session && whip.end(session)]);
    throw error;
  }
  return stream({ pc, senders, clip, whip, session, name, reportMs });
}

function addSender(pc: RTCPeerConnection, kind: MediaKind): RTCRtpSender {
  const { sender } = pc.addTransceiver(new MediaStreamTrack({ kind }), { direction: 'sendonly' });
  // The reports below pair the clock with the playout, so that picture and sound stay in step.
  return withoutSenderReports(sender);
}

interface Line {
  pc: RTCPeerConnection;
  senders: Record<MediaKind, RTCRtpSender>;
  clip: Clip;
  whip: WhipClient;
  session: WhipSession;
  name: string;
  reportMs: number;
}

function stream({ pc, senders, clip, whip, session, name, reportMs }: Line): Publication {
  const playout = createPlayout(clip, Date.now());
  const sent = { audio: { packets: 0, bytes: 0 }, video: { packets: 0, bytes: 0 } };
  const requests = { keyFrameRequests: 0, retransmissionRequests: 0 };
  senders.video.onPictureLossIndication.subscribe(() => {
    // Nothing to do: every frame is a key frame.
    requests.keyFrameRequests += 1;
  });
  senders.video.onGenericNack.subscribe(() => {
    requests.retransmissionRequests += 1;
  });
  const [transport] = pc.dtlsTransports;
  const ended = watchEnd(pc, () => whip.knows(session));

  const ticker = setInterval(() => {
    for (const { kind, packet } of playout.due(Date.now())) {
      sent[kind].packets += 1;
      sent[kind].bytes += packet.payload.length;
      senders[kind].sendRtp(packet).catch(() => undefined);
    }
  }, TICK_MS);
  const reportTimer = setInterval(() => {
    const now = Date.now();
    const reports = (['video', 'audio'] as const).map((kind) =>
      senderReport(senders[kind].ssrc, { now, timestamp: playout.timestampAt(kind, now), ...sent[kind] }),
    );
    transport
      ?.sendRtcp([...reports, sourceNames([senders.video.ssrc, senders.audio.ssrc], name)])
      .catch(() => undefined);
  }, reportMs);
  const halt = () => {
    clearInterval(ticker);
    clearInterval(reportTimer);
  };
  void ended.promise.then(halt);

  return {
    ended: ended.promise,
    stats: () => ({
      frames: playout.frames,
      packets: sent.audio.packets + sent.video.packets,
      bytes: sent.audio.bytes + sent.video.bytes,
      ...requests,
    }),
    async close() {
      ended.end('closed');
      halt();
      await Promise.all([whip.end(session), pc.close()]);
    },
  };
}

/** Detects that the server has gone away: connection closed, session unknown, or no reports. */
function watchEnd(pc: RTCPeerConnection, isKnown: () => Promise<boolean>) {
  const { promise, resolve } = Promise.withResolvers<string>();
  let heardAt = Date.now();
  let longestPause = 0;
  pc.dtlsTransports[0]?.iceTransport.connection.onData.subscribe(() => {
    longestPause = Math.max(longestPause, Date.now() - heardAt);
    heardAt = Date.now();
  });
  const judge = (state: string) => {
    if (state === 'failed' || state === 'closed' || state === 'disconnected') resolve(`connection ${state}`);
  };
  pc.connectionStateChange.subscribe(judge);
  judge(pc.connectionState);
  const watch = setInterval(async () => {
    const silence = Date.now() - heardAt;
    if (silence < SILENCE_MS) return;
    const end = Math.min(END_MS.most, Math.max(END_MS.least, longestPause * END_MS.pauses));
    if (silence > end || !(await isKnown())) resolve('the server is gone');
  }, SILENCE_MS / 5);
  void promise.then(() => clearInterval(watch));
  return { promise, end: resolve };
}

/** Seconds from NTP's epoch to the one of Date. */
const NTP_EPOCH_S = 2_208_988_800;

interface SenderStats {
  now: number;
  timestamp: number;
  packets: number;
  bytes: number;
}

/** Pairs the wall clock with the RTP clock of one stream. */
function senderReport(ssrc: number, { now, timestamp, packets, bytes }: SenderStats): RtcpSrPacket {
  const seconds = now / 1000 + NTP_EPOCH_S;
  const fraction = Math.floor((seconds % 1) * 2 ** 32);
  return new RtcpSrPacket({
    ssrc,
    senderInfo: new RtcpSenderInfo({
      ntpTimestamp: (BigInt(Math.floor(seconds)) << 32n) | BigInt(fraction),
      rtpTimestamp: timestamp,
      packetCount: packets,
      octetCount: bytes,
    }),
  });
}

/** Both streams have the same CNAME, by which receivers synchronise them. */
function sourceNames(sources: number[], name: string): RtcpSourceDescriptionPacket {
  return new RtcpSourceDescriptionPacket({
    chunks: sources.map(
      (source) =>
        new SourceDescriptionChunk({ source, items: [new SourceDescriptionItem({ type: 1, text: name })] }),
    ),
  });
}
