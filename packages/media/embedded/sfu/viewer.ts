import {
  GenericNack,
  PictureLossIndication,
  ReceiverEstimatedMaxBitrate,
  RtcpPayloadSpecificFeedback,
  type RtcpReceiverInfo,
  RtcpRrPacket,
  RtcpSenderInfo,
  RtcpSrPacket,
  RtcpTransportLayerFeedback,
} from 'werift';
import { isFullIntraRequest, lostOf } from '../../werift-fixes/rtcp.ts';
import type { CodecName, MediaKind } from '../../whip/sdp/codecs.ts';
import type { Choice } from './answer.ts';
import { Bandwidth } from './layers/bandwidth.ts';
import { LayerChoice, type LayerView } from './layers/choose-layer.ts';
import type { Layer } from './layers/layer.ts';
import { ViewerTrack } from './layers/viewer-track.ts';
import type { Peer } from './peer.ts';
import type { RoomPacket } from './rtp/packet.ts';

/** ms between two packets above which nothing counts as delivered. */
const deliveryGapMs = 2000;

/** ms until a player is ready for media after the handshake: earlier packets, the key frame among them, may be lost. */
const readyMs = 30;

/** Packets of a viewer's backlog that are sent at once, and then every `everyMs`. */
const catchUp = { atOnce: 24, each: 6, everyMs: 5 };

/** Delivery counters of a subject, kept across reconnects. */
export interface Delivery {
  packetsOut: number;
  /** ms in which packets were sent with no gap above `deliveryGapMs`, and the picture was not frozen. */
  deliveredMs: number;
  /** ms since the epoch; null before the first packet. */
  lastMediaAt: number | null;
}

/** The source of a viewer's media. */
export interface ViewerSource {
  /** While the picture is frozen, nothing counts as delivered. */
  readonly isFrozen: boolean;
  /** The publisher's current layers, from small to large. */
  layers(kind: MediaKind): readonly Layer[];
  /** Counts packets that were sent outside `send`. */
  count(packets: number): void;
}

export interface Viewer {
  readonly peer: Peer;
  readonly subject: string;
  readonly delivery: Delivery;
  /** bit/s that the player estimates; null before its first report. */
  readonly estimate: number | null;
  /** False if the codec was not negotiated: the viewer has to reconnect. */
  accepts(kind: MediaKind, codec: CodecName): boolean;
  send(layer: Layer, packet: RoomPacket, now: number): boolean;
  report(layer: Layer): void;
  /** Sets the height in pixels at which the player shows the picture; larger layers than needed are not sent. */
  showAt(height: number): void;
  /** Chooses the layer and frames that fit the viewer's line and screen. Call several times a second. */
  adapt(now: number): void;
}

export interface ViewerParts {
  choices: readonly Choice[];
  source: ViewerSource;
  delivery: Delivery;
  now: () => number;
}

function countDelivery(delivery: Delivery, isFrozen: boolean, now: number): void {
  const gap = now - (delivery.lastMediaAt ?? now);
  if (!isFrozen && gap > 0 && gap <= deliveryGapMs) delivery.deliveredMs += gap;
  delivery.packetsOut += 1;
  delivery.lastMediaAt = now;
}

const viewOf = (layer: Layer, now: number): LayerView => ({
  bitrate: layer.rates.total,
  height: layer.size?.height ?? 0,
  flows: layer.flows(now),
});

/** Chooses one of several layers, and thins out the smallest for a line that does not carry even that. */
function createChoice(track: ViewerTrack, source: ViewerSource, bandwidth: Bandwidth) {
  const { down } = track;
  const choice = new LayerChoice();
  let height: number | null = null;
  /** Null if no layer is sent now. */
  function choose(now: number): Layer | null {
    const layers = source.layers('video');
    if (layers.length < 2) return layers[0] ?? null;
    const current = down.aim ? layers.indexOf(down.aim) : -1;
    const chosen = choice.choose(
      layers.map((layer) => viewOf(layer, now)),
      {
        current: current < 0 ? null : current,
        available: bandwidth.available,
        height,
        sentRate: track.sentRate,
        fullAt: bandwidth.fullAt,
        now,
      },
    );
    return layers[chosen ?? -1] ?? null;
  }
  function adapt(now: number): void {
    const chosen = choose(now);
    if (chosen && chosen.source.rid !== null) down.aimAt(chosen, now);
    const { layer } = down;
    if (!layer) return;
    const smaller = source.layers('video').find((other) => other.flows(now));
    // While the viewer waits for a smaller layer, too, the gate must not overfill its line.
    const isLast = !smaller || smaller === layer;
    const isFalling = down.aim !== layer && (down.aim?.rates.total ?? 0) < layer.rates.total;
    down.gate.adapt(isLast || isFalling ? bandwidth.available : null, layer.rates, now);
    if (down.gate.wantsKeyFrame(now)) layer.keyFrames.request();
  }
  const showAt = (pixels: number) => {
    height = pixels;
  };
  return { choose, adapt, showAt };
}

interface FeedbackParts {
  video: ViewerTrack | undefined;
  bandwidth: Bandwidth;
  now: () => number;
  repeat(nack: GenericNack): void;
  renewPicture(): void;
}

/** Handles what a player reports: lost packets, a missing key frame, its estimate, and how its line performs. */
function heedFeedback(peer: Peer, { video, bandwidth, now, repeat, renewPicture }: FeedbackParts): void {
  function heed(track: ViewerTrack, report: RtcpReceiverInfo): void {
    const loss = track.readReport(report, now());
    const { queuedMs } = track.roundTrip;
    if (loss) bandwidth.reported({ ...loss, queuedMs, sentRate: track.sentRate }, now());
  }

  peer.transport.onRtcp.subscribe((packet) => {
    if (packet instanceof RtcpTransportLayerFeedback) {
      if (packet.feedback instanceof GenericNack) repeat(packet.feedback);
    } else if (packet instanceof RtcpPayloadSpecificFeedback) {
      // Undefined for a feedback format that the library does not parse.
      const feedback: typeof packet.feedback | undefined = packet.feedback;
      if (!feedback) return;
      if (feedback.count === PictureLossIndication.count || isFullIntraRequest(feedback)) renewPicture();
      if (feedback instanceof ReceiverEstimatedMaxBitrate) bandwidth.estimated(Number(feedback.bitrate));
    } else if (packet instanceof RtcpRrPacket || packet instanceof RtcpSrPacket) {
      const report = packet.reports.find(({ ssrc }) => ssrc === video?.ssrc);
      if (report && video) heed(video, report);
    }
  });
}

/** A sender report that relates a track's timestamps to the clock of its layer. */
function senderReport(track: ViewerTrack, clock: NonNullable<Layer['clock']>): RtcpSrPacket {
  const senderInfo = new RtcpSenderInfo({
    ntpTimestamp: clock.ntpTimestamp,
    rtpTimestamp: track.down.timeOf(clock.rtpTimestamp),
    packetCount: track.packets,
    octetCount: track.octets,
  });
  return new RtcpSrPacket({ ssrc: track.ssrc, senderInfo });
}

export function createViewer(peer: Peer, subject: string, parts: ViewerParts): Viewer {
  const { choices, source, delivery, now } = parts;
  const tracks = new Map(choices.map((choice) => [choice.kind, new ViewerTrack(peer, choice)]));
  const bandwidth = new Bandwidth();
  const video = tracks.get('video');
  const picture = video && createChoice(video, source, bandwidth);

  function renewPicture(): void {
    const layers = source.layers('video');
    (video?.down.aim ?? layers.at(-1))?.keyFrames.request();
  }

  function repeat(nack: GenericNack): void {
    const track = [...tracks.values()].find(({ ssrc }) => ssrc === nack.mediaSourceSsrc);
    for (const seq of lostOf(nack)) if (track?.repeat(seq, now()) === 'needed') renewPicture();
  }

  function keepUp(count: number): void {
    if (!video) return;
    const sent = video.catchUp(count, now());
    source.count(sent);
    for (let packet = 0; packet < sent; packet += 1) countDelivery(delivery, source.isFrozen, now());
    if (video.down.isBehind && peer.connected) setTimeout(keepUp, catchUp.everyMs, catchUp.each).unref();
  }

  /** Starts with the kept key frame, or requests a new one. */
  function begin(): void {
    const layer = picture?.choose(now());
    if (layer && video?.down.rewind(layer, now())) setTimeout(keepUp, readyMs, catchUp.atOnce).unref();
    else if (layer && layer.source.rid !== null) video?.down.aimAt(layer, now());
    else renewPicture();
  }

  heedFeedback(peer, { video, bandwidth, now, repeat, renewPicture });
  peer.onConnected(begin);
  peer.onReturn(renewPicture);

  return {
    peer,
    subject,
    delivery,
    get estimate() {
      return bandwidth.estimate;
    },
    accepts: (kind, codec) => tracks.get(kind)?.accepts(codec) ?? true,
    send: (layer, packet, at) => {
      const track = tracks.get(layer.source.kind);
      if (!track?.send(layer, packet, at)) return false;
      countDelivery(delivery, source.isFrozen, at);
      return true;
    },
    report: (layer) => {
      const track = tracks.get(layer.source.kind);
      if (!track || track.packets === 0 || track.down.layer !== layer || !layer.clock) return;
      track.roundTrip.sent(layer.clock.ntpTimestamp, now());
      peer.sendRtcp([senderReport(track, layer.clock)]);
    },
    showAt: (height) => picture?.showAt(height),
    adapt: (at) => {
      if (peer.connected) picture?.adapt(at);
    },
  };
}
