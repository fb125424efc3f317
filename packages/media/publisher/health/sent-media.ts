/** One size of the picture. */
export interface SentLayer {
  /** Null for a picture in one size. */
  readonly rid: string | null;
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** bit/s */
  readonly bitrate: number;
}

/** Media sent to the server in the last second. */
export interface SentMedia {
  /** Those with frames, from large to small; empty without a picture. */
  readonly layers: readonly SentLayer[];
  /** bit/s of all layers, without headers and repeats. */
  readonly videoBitrate: number;
  /** bit/s */
  readonly audioBitrate: number;
  /** 0 to 1, the largest of all streams; null before the server's first report. */
  readonly lost: number | null;
  /** ms; null before the server's first report. */
  readonly roundTripMs: number | null;
  /** What keeps the picture small or slow; null if nothing does, or the browser does not tell. */
  readonly limitedBy: 'cpu' | 'bandwidth' | null;
}

/** The parts of `getStats` that are read. */
export interface Stats {
  readonly type: string;
  readonly id: string;
  /** ms */
  readonly timestamp: number;
  readonly kind?: string;
  readonly rid?: string;
  readonly active?: boolean;
  readonly bytesSent?: number;
  readonly retransmittedBytesSent?: number;
  readonly frameWidth?: number;
  readonly frameHeight?: number;
  readonly framesPerSecond?: number;
  readonly framesEncoded?: number;
  readonly qualityLimitationReason?: string;
  readonly fractionLost?: number;
  readonly roundTripTime?: number;
  readonly frames?: number;
  readonly audioLevel?: number;
}

export interface Reading {
  readonly sent: SentMedia;
  /** Frames that the camera, or else the encoder, has produced so far; null without a picture. */
  readonly frames: number | null;
  /** 0 to 1, after muting; null if the browser does not report it. */
  readonly audioLevel: number | null;
}

const largest = (values: readonly (number | undefined)[]): number | null => {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? Math.max(...known) : null;
};

/** Without repeats: browsers also probe the bandwidth with them. */
const newBytes = ({ bytesSent = 0, retransmittedBytesSent = 0 }: Stats): number =>
  bytesSent - retransmittedBytesSent;

const isLimited = (video: readonly Stats[], reason: string): boolean =>
  video.some(({ active, qualityLimitationReason }) => active !== false && qualityLimitationReason === reason);

/** Reads the counters of one connection; rates are those since the previous call. */
export function createSentReader(): (report: Iterable<Stats>) => Reading {
  let previous = new Map<string, Stats>();

  const bitrate = (now: Stats): number => {
    const before = previous.get(now.id);
    const ms = before ? now.timestamp - before.timestamp : 0;
    return before && ms > 0 ? Math.round(((newBytes(now) - newBytes(before)) * 8000) / ms) : 0;
  };

  return (report) => {
    const all = [...report];
    const ofType = (wanted: string, kind?: string) =>
      all.filter((one) => one.type === wanted && (kind === undefined || one.kind === kind));
    const video = ofType('outbound-rtp', 'video').map((one) => ({ ...one, bitrate: bitrate(one) }));
    const layers = video
      .filter(({ active, frameHeight = 0, bitrate }) => active !== false && frameHeight > 0 && bitrate > 0)
      .map(({ rid, frameWidth = 0, frameHeight = 0, framesPerSecond = 0, bitrate }) => ({
        rid: rid ?? null,
        width: frameWidth,
        height: frameHeight,
        framesPerSecond,
        bitrate,
      }))
      .toSorted((one, other) => other.height - one.height);
    const remote = ofType('remote-inbound-rtp');
    const roundTrip = largest(remote.map(({ roundTripTime }) => roundTripTime));
    const reading: Reading = {
      sent: {
        layers,
        videoBitrate: video.reduce((sum, one) => sum + one.bitrate, 0),
        audioBitrate: ofType('outbound-rtp', 'audio').reduce((sum, one) => sum + bitrate(one), 0),
        lost: largest(remote.map(({ fractionLost }) => fractionLost)),
        roundTripMs: roundTrip === null ? null : Math.round(roundTrip * 1000),
        limitedBy: (['cpu', 'bandwidth'] as const).find((reason) => isLimited(video, reason)) ?? null,
      },
      frames: ofType('media-source', 'video')[0]?.frames ?? largest(video.map((one) => one.framesEncoded)),
      audioLevel: ofType('media-source', 'audio')[0]?.audioLevel ?? null,
    };
    previous = new Map(all.map((one) => [one.id, one]));
    return reading;
  };
}
