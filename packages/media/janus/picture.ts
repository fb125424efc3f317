import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { RtpPacket } from 'werift';
import { z } from 'zod';
import { KeyFrameCatcher, pictureOfKeyFrame } from '../picture/vp8-picture.ts';
import type { PictureSize } from '../port/gateway.ts';
import type { JanusApi } from './api.ts';
import type { PublisherCount } from './counting/counting.ts';
import { FEED, type JanusRooms } from './rooms.ts';

/** Timeout of a picture in ms. */
const PICTURE_MS = 5000;
/** ms between key frame requests. */
const ASK_MS = 1000;

const streamsSchema = z.object({
  forwarders: z.array(z.object({ stream_id: z.number() })).min(1),
});
const publisherStreams = z.object({
  plugin_specific: z.object({
    streams: z.array(
      z.object({
        type: z.string(),
        mid: z.string(),
        codec: z.string().optional(),
        simulcast: z.boolean().optional(),
      }),
    ),
  }),
});

export interface PictureParts {
  api: JanusApi;
  rooms: JanusRooms;
  /** IP of this process as seen from Janus. */
  host: string;
}

/** A room's picture as WebP: Janus forwards RTP here until a key frame is complete. Null if the room sends no VP8. */
export async function takePicture(
  { api, rooms, host }: PictureParts,
  room: string,
  { id }: PublisherCount,
  size: PictureSize,
): Promise<Buffer | null> {
  const { plugin_specific: info } = publisherStreams.parse(await api.info(id));
  const video = info.streams.find(({ type, codec }) => type === 'video' && codec === 'vp8');
  if (!video) return null;
  const socket = createSocket('udp4');
  socket.bind(0, host === '127.0.0.1' ? host : undefined);
  await once(socket, 'listening');
  let forwarder: number | null = null;
  const asking = new AbortController();
  try {
    const frame = catchFrame(socket);
    // Of several sizes Janus forwards the smallest, unless it chooses by itself.
    const simulcast = video.simulcast === true && size === 'large';
    const streams = [{ mid: video.mid, host, port: socket.address().port, simulcast }];
    const answer = await rooms.ask(room, { request: 'rtp_forward', publisher_id: FEED, host, streams });
    forwarder = streamsSchema.parse(answer).forwarders[0]?.stream_id ?? null;
    const ask = () =>
      void api
        .ask(`/${id.session}/${id.handle}`, {
          janus: 'message',
          body: { request: 'configure', keyframe: true },
        })
        .catch(() => undefined);
    ask();
    const again = setInterval(ask, ASK_MS).unref();
    asking.signal.addEventListener('abort', () => clearInterval(again));
    const caught = await frame;
    return caught && pictureOfKeyFrame(caught);
  } finally {
    asking.abort();
    socket.close();
    const stop = { request: 'stop_rtp_forward', publisher_id: FEED, stream_id: forwarder };
    if (forwarder !== null) await rooms.ask(room, stop).catch(() => undefined);
  }
}

function catchFrame(socket: ReturnType<typeof createSocket>): Promise<Buffer | null> {
  const catcher = new KeyFrameCatcher();
  return new Promise((resolve) => {
    const tooLong = setTimeout(() => resolve(null), PICTURE_MS).unref();
    socket.on('message', (data) => {
      const packet = readRtp(data);
      if (!packet) return;
      const { sequenceNumber: index, timestamp, marker } = packet.header;
      const frame = catcher.take({ index, timestamp, marker, payload: packet.payload });
      if (!frame) return;
      clearTimeout(tooLong);
      resolve(frame);
    });
  });
}

function readRtp(data: Buffer): RtpPacket | null {
  try {
    return RtpPacket.deSerialize(data);
  } catch {
    // Not RTP: another sender used this port.
    return null;
  }
}
