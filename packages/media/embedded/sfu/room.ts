import type { RtcpSenderInfo, RtpPacket } from 'werift';
import { KeyFrameCatcher } from '../../picture/vp8-picture.ts';
import type { PictureSize, Received } from '../../port/gateway.ts';
import type { MediaKind } from '../../whip/sdp/codecs.ts';
import { Layer, type LayerSource } from './layers/layer.ts';
import type { Publisher, PublisherFeed } from './publisher.ts';
import { Reception } from './received/reception.ts';
import { keyFrameIntervalMs, layersCeiling, roomBitrate } from './rtp/feedback.ts';
import type { RoomPacket } from './rtp/packet.ts';
import type { Viewer } from './viewer.ts';

/** Timeout of a requested key frame in ms. */
const pictureMs = 5000;

/** ms between two choices of each viewer's layer. */
const adaptMs = 200;

export interface RoomEvents {
  now: () => number;
  /** ms without media after which a publisher no longer counts as publishing. */
  stillMs: number;
  onPublisher: (up: boolean) => void;
  /** The encoder reconnected with a codec this viewer did not negotiate. */
  onUnfit: (viewer: Viewer) => void;
}

interface WantedPicture {
  readonly catcher: KeyFrameCatcher;
  readonly give: (frame: Buffer | null) => void;
  /** Undefined before the first packet: then the first one counts. */
  readonly layer: Layer | undefined;
}

/** Forwards one publisher's packets to its viewers, which stay when the publisher changes. */
export class Room {
  readonly name: string;
  readonly viewers = new Map<string, Viewer>();
  packetsIn = 0;
  packetsOut = 0;
  lastMediaAt: number | null = null;
  /** ms since the epoch at which a replaced publisher was refused. */
  refusedAt: number | null = null;
  readonly #events: RoomEvents;
  readonly #layers = new Map<string, Layer>();
  #ordered: { audio: readonly Layer[]; video: readonly Layer[] } = { audio: [], video: [] };
  #adaptedAt = 0;
  #publisher: Publisher | null = null;
  /** ms since the epoch of the publisher's last packet, or before the first of its arrival or connection. */
  #activeAt = 0;
  #up = false;
  #reception: Reception | null = null;
  #isFrozen = false;
  readonly #pictures = new Set<WantedPicture>();

  constructor(name: string, events: RoomEvents) {
    this.name = name;
    this.#events = events;
  }

  get publisher(): Publisher | null {
    return this.#publisher;
  }

  get publishing(): boolean {
    return this.isExpectingMedia && (this.#publisher?.peer.connected ?? false);
  }

  /** Whether viewers may join: media flows, or the publisher has just arrived. */
  get isExpectingMedia(): boolean {
    return this.#publisher !== null && this.#events.now() - this.#activeAt <= this.#events.stillMs;
  }

  /** Number of viewers that are present. */
  get present(): number {
    return [...this.viewers.values()].filter(({ peer }) => peer.present).length;
  }

  /** Subjects of the viewers that are connected. */
  get connected(): string[] {
    return [...this.viewers].flatMap(([subject, { peer }]) => (peer.connected ? subject : []));
  }

  get empty(): boolean {
    return !this.#publisher && this.viewers.size === 0;
  }

  /** Ignores packets of a publisher that is no longer the current one. */
  feedOf(current: () => boolean): PublisherFeed {
    return {
      media: (source, packet, level) => {
        if (current()) this.#forward(source, packet, level);
      },
      report: (source, info) => {
        if (current()) this.#report(source, info);
      },
    };
  }

  /** Null while nothing is published. */
  get received(): Received | null {
    return this.publishing ? (this.#reception?.state(this.#events.now()) ?? null) : null;
  }

  /** Whether the picture is frozen; then nothing counts as delivered. */
  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  layers(kind: MediaKind): readonly Layer[] {
    return this.#ordered[kind];
  }

  count(packets: number): void {
    this.packetsOut += packets;
  }

  setPublisher(publisher: Publisher): void {
    this.#publisher = publisher;
    this.#activeAt = this.#events.now();
    this.#endLayers();
    this.#beginReception(publisher);
    publisher.peer.onConnected(() => {
      if (this.#publisher !== publisher) return;
      this.#activeAt = this.#events.now();
      this.#beginReception(publisher);
      this.#announce(true);
    });
  }

  #beginReception({ codecs }: Publisher): void {
    this.#reception = new Reception({ kinds: new Set(codecs.keys()), now: this.#events.now() });
    this.#isFrozen = false;
  }

  /** Returns false if another publisher has replaced it. */
  removePublisher(publisher: Publisher): boolean {
    if (this.#publisher !== publisher) return false;
    this.#publisher = null;
    this.#reception = null;
    this.#endLayers();
    this.#givePictures();
    this.#announce(false);
    return true;
  }

  /** Announces a stopped publisher, and judges its picture. Call it more often than the tolerated delay. */
  watch(): void {
    this.#isFrozen = this.#reception?.isFrozen(this.#events.now()) ?? false;
    if (!this.isExpectingMedia) this.#announce(false);
  }

  /** Passes the viewers' bandwidth on to the encoder, unless it sends several layers to choose from. */
  limitBitrate(): void {
    const estimates = [...this.viewers.values()].flatMap(({ estimate }) => estimate ?? []);
    const hasLayers = this.#ordered.video.length > 1;
    this.#publisher?.limitBitrate(hasLayers ? layersCeiling : roomBitrate(estimates));
  }

  /** Returns the next complete key frame; null on timeout or if the codec is not VP8. */
  keyFrame(size: PictureSize): Promise<Buffer | null> {
    const codec = this.#publisher?.codecs.get('video')?.name;
    if (!this.publishing || codec !== 'VP8') return Promise.resolve(null);
    return new Promise((resolve) => {
      const tooLong = setTimeout(() => give(null), pictureMs).unref();
      // Browsers ignore a request soon after another layer's, and a frame may lack a packet.
      const again = setInterval(() => layer?.keyFrames.request(), keyFrameIntervalMs).unref();
      const give = (frame: Buffer | null) => {
        clearTimeout(tooLong);
        clearInterval(again);
        this.#pictures.delete(wanted);
        resolve(frame);
      };
      const now = this.#events.now();
      const { video } = this.#ordered;
      const flowing = video.filter((layer) => layer.flows(now));
      const layer = (flowing.length > 0 ? flowing : video).at(size === 'small' ? 0 : -1);
      const wanted = { catcher: new KeyFrameCatcher(), give, layer };
      this.#pictures.add(wanted);
      layer?.keyFrames.request();
    });
  }

  stop(): void {
    this.#givePictures();
    this.#endLayers();
  }

  #announce(up: boolean): void {
    if (this.#up === up) return;
    this.#up = up;
    this.#events.onPublisher(up);
  }

  #forward(source: LayerSource, received: RtpPacket, level: number | null): void {
    const now = this.#events.now();
    this.#activeAt = now;
    this.#announce(true);
    const layer = this.#layerOf(source);
    const packet = layer.take(received, now);
    if (!packet) return;
    if (source.kind === 'video') this.#reception?.takePicture(source.rid, packet, now);
    else this.#reception?.takeSound(packet, level, now);
    this.packetsIn += 1;
    this.lastMediaAt = now;
    if (source.kind === 'video') this.#catch(layer, packet);
    for (const viewer of this.viewers.values()) {
      if (viewer.send(layer, packet, now)) this.packetsOut += 1;
      else if (!viewer.accepts(source.kind, source.codec)) this.#events.onUnfit(viewer);
    }
    if (now - this.#adaptedAt >= adaptMs) this.#adapt(now);
  }

  #layerOf(source: LayerSource): Layer {
    const key = `${source.kind} ${source.rid ?? ''}`;
    const known = this.#layers.get(key);
    if (known?.source.ssrc === source.ssrc) return known;
    known?.end();
    const layer = new Layer(source, {
      now: this.#events.now,
      requestKeyFrame: (ssrc) => this.#publisher?.requestKeyFrame(ssrc),
    });
    this.#layers.set(key, layer);
    this.#order();
    return layer;
  }

  /** From small to large. */
  #order(): void {
    const layers = [...this.#layers.values()];
    const of = (kind: MediaKind) => layers.filter(({ source }) => source.kind === kind);
    const pixels = ({ size }: Layer) => (size?.width ?? 0) * (size?.height ?? 0);
    const isSized = of('video').every(({ size }) => size !== null);
    const largeness = (layer: Layer) => (isSized ? pixels(layer) : layer.rates.total);
    this.#ordered = {
      audio: of('audio'),
      video: of('video').toSorted((one, other) => largeness(one) - largeness(other)),
    };
  }

  #adapt(now: number): void {
    this.#adaptedAt = now;
    if (this.#ordered.video.length > 1) this.#order();
    for (const viewer of this.viewers.values()) viewer.adapt(now);
  }

  #catch(layer: Layer, packet: RoomPacket): void {
    for (const wanted of this.#pictures) {
      if (wanted.layer && wanted.layer !== layer) continue;
      const frame = wanted.catcher.take(packet);
      if (frame) wanted.give(frame);
    }
  }

  #givePictures(): void {
    for (const { give } of this.#pictures) give(null);
  }

  #endLayers(): void {
    for (const layer of this.#layers.values()) layer.end();
    this.#layers.clear();
    this.#order();
  }

  /** Forwards the encoder's clock, so that players can synchronise picture and sound. */
  #report(source: LayerSource, info: RtcpSenderInfo): void {
    const layer = this.#layerOf(source);
    layer.clock = info;
    for (const viewer of this.viewers.values()) viewer.report(layer);
  }
}
