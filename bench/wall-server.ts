import sharp from 'sharp';
import { WALL_PICTURE_FILE } from '#contract/desk/live-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sweepWallPictures } from '#server/desk/live/wall-pictures.ts';
import { sweepUnseen } from '#server/desk/live/watch-stream.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { anOperator, aPerformer } from '#server/testing/people.ts';
import { startTestServer } from '#server/testing/test-server.ts';

const noise = (width: number, height: number, sigma: number, background: string): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma } },
  })
    .png()
    .toBuffer();

const [width = 0, height = 0] = (process.env['BENCH_FRAME'] ?? '').split('x').map(Number);

/** A frame as the media server passes it on, as large as a webcam's: large shapes with grain. */
const frame = async (): Promise<Buffer> =>
  sharp(await noise(80, 60, 25, '#805a78'))
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .composite([{ input: await noise(width, height, 8, '#808080'), blend: 'soft-light' }])
    .webp({ quality: 80 })
    .toBuffer();

/** Different pictures that streams show in turn. */
const FRAMES = 16;

const server = await startTestServer({ database: process.env['BENCH_DATABASE'] ?? 'memory:' });
const frames = await Promise.all(Array.from({ length: FRAMES }, frame));
const ids: number[] = [];
for (let made = 0; made < Number(process.env['BENCH_SIZE']); made++)
  ids.push((await aPerformer(server, made % 3 === 0 ? onlineStatus.free : onlineStatus.online)).id);
let turn = 0;
setInterval(() => {
  server.clock.advance(1000);
  turn += 1;
  for (const [at, id] of ids.entries()) {
    const picture = frames[(at + turn) % FRAMES];
    if (picture) server.media.pictures.set(streamRoom(id), picture);
  }
  void sweepWallPictures(server.deps);
  void sweepUnseen(server.deps);
}, 1000);

const { headers } = await anOperator(server, 'moderator');
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
process.send?.({ url: server.url, pictures: WALL_PICTURE_FILE, headers, key: server.deps.config.apiKey });
