import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@vonk/media/bench';
import { createEncoder, createTestPeer } from '@vonk/media/testing';

interface Started {
  port: number;
  publish: { url: string; token: string };
  play: { url: string; token: string };
}

const packetMs = 10;
const measuredMs = 6000;
const rounds = 3;
const homes = ['off', 'thread', 'own'] as const;

/** Measures the ms of packets through the media server of a product that renders pages half of the time. */
async function delays(home: (typeof homes)[number]): Promise<number[]> {
  const product = fork(new URL('./busy-product.ts', import.meta.url), [home]);
  const [started] = (await once(product, 'message')) as [Started];
  const addressOf = ({ url }: Started['play']) => `http://127.0.0.1:${started.port}${url}`;
  const camera = await createTestPeer({ direction: 'sendonly', kinds: ['video'], steady: true });
  await connect(camera, addressOf(started.publish), started.publish.token);
  const viewer = await createTestPeer({ direction: 'recvonly', kinds: ['video'], steady: true });
  const taken: number[] = [];
  const encoder = createEncoder(camera);
  const payload = () => {
    const stamped = Buffer.alloc(1100);
    stamped.writeDoubleBE(performance.now(), 8);
    return stamped;
  };
  const sending = setInterval(() => encoder.send('video', payload()), packetMs);
  await connect(viewer, addressOf(started.play), started.play.token);
  product.send('render');
  await sleep(1000);
  viewer.pc.dtlsTransports[0]?.onRtp.subscribe((packet) => {
    taken.push(performance.now() - packet.payload.readDoubleBE(8));
  });
  await sleep(measuredMs);
  clearInterval(sending);
  await Promise.all([camera.close(), viewer.close()]);
  product.kill();
  return taken;
}

const at = (values: readonly number[], share: number) =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN).toFixed(1);

if (import.meta.main) {
  console.log('media server | packets | p50 ms | p95 ms | p99 ms | above 20 ms | load');
  for (let round = 0; round < rounds; round += 1) {
    for (const home of homes) {
      const taken = await delays(home);
      const late = taken.filter((ms) => ms > 20).length / taken.length;
      const figures = [at(taken, 0.5), at(taken, 0.95), at(taken, 0.99), `${(late * 100).toFixed(1)} %`];
      console.log([home, taken.length, ...figures, loadavg()[0]?.toFixed(1)].join(' | '));
    }
  }
  process.exit();
}
