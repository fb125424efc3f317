// node publish.mjs URL TOKEN: publishes a test picture (H.264) and a tone (Opus) with FFmpeg's WHIP muxer until stdin
// closes. FFmpeg's errors go to stderr with exit code 1.
import { setTimeout as sleep } from 'node:timers/promises';
import { Decoder, Demuxer, Encoder, Muxer } from 'node-av/api';

const [, , url = '', token = ''] = process.argv;

const picture = await open({
  kind: 'video',
  source: 'testsrc2=size=160x120:rate=15',
  codec: 'libx264',
  // FFmpeg sends no key frames on request.
  options: {
    bitrate: '300k',
    gopSize: 15,
    maxBFrames: 0,
    options: { preset: 'ultrafast', tune: 'zerolatency', profile: 'baseline' },
  },
});
const sound = await open({
  kind: 'audio',
  source: 'sine=sample_rate=48000,aformat=channel_layouts=stereo:sample_fmts=s16',
  codec: 'libopus',
  options: { bitrate: '64k' },
});
const muxer = await Muxer.open(url, { format: 'whip', options: { authorization: token } });
const streams = [picture, sound].map(({ encoder, packets }) => ({
  packets,
  index: muxer.addStream(encoder),
}));

let stopping = false;
process.stdin.on('end', () => {
  stopping = true;
});
process.stdin.resume();

const startedAt = performance.now();
await Promise.all(streams.map(send));
await muxer.close();
process.exit(0);

/** Opens a test source of FFmpeg and encodes it. */
async function open({ kind, source, codec, options }) {
  const demuxer = await Demuxer.open(source, { format: 'lavfi' });
  const stream = kind === 'video' ? demuxer.video() : demuxer.audio();
  const decoder = await Decoder.create(stream);
  const encoder = await Encoder.create(codec, options);
  return { encoder, packets: encoder.packets(decoder.frames(demuxer.packets(stream.index))) };
}

/** Sends each packet at its time. */
async function send({ packets, index }) {
  for await (const packet of packets) {
    if (stopping || !packet) return;
    const { num, den } = packet.timeBase;
    const due = startedAt + (Number(packet.pts) * 1000 * num) / den;
    await sleep(Math.max(0, due - performance.now()));
    await muxer.writePacket(packet, index);
    packet.free();
  }
}
