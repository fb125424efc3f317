import { createEncoder } from 'libopus-wasm';
import { makeRandom, seedOf } from '#demo/random.ts';

export const SAMPLE_RATE = 48_000;
/** Samples per channel in one packet: 20 ms. */
export const PACKET_SAMPLES = 960;
const LOOP_PACKETS = 150;
const LOOP_SAMPLES = LOOP_PACKETS * PACKET_SAMPLES;
const LOUDNESS = 0.045;

/** Semitones above the root: four quiet chords. */
const chords: readonly [readonly number[], ...(readonly number[])[]] = [
  [0, 7, 12, 16],
  [0, 7, 12, 15],
  [0, 5, 12, 17],
  [0, 7, 14, 16],
];

/** A soft pad of three seconds as 20 ms Opus packets that loop without a click. */
export async function makeSound(name: string): Promise<Uint8Array[]> {
  const random = makeRandom(seedOf(`${name} hum`));
  const root = 110 * 2 ** (random.int(0, 7) / 12);
  const voices = random.pick(chords).map((step) => ({
    // Whole cycles in the loop, so that its end meets its beginning.
    cycles: Math.round((root * 2 ** (step / 12) * LOOP_SAMPLES) / SAMPLE_RATE),
    swell: random.int(1, 2),
    phase: random.next() * Math.PI * 2,
    pan: 0.3 + random.next() * 0.4,
  }));
  const encoder = await createEncoder({ bitrate: 32_000, channels: 2, complexity: 5 });
  const packets: Uint8Array[] = [];
  // The first round only brings the encoder into the state in which each later round starts.
  for (let index = 0; index < LOOP_PACKETS * 2; index++) {
    const packet = encoder.encodeFloat(playPacket(voices, index % LOOP_PACKETS));
    if (index >= LOOP_PACKETS) packets.push(packet.slice());
  }
  encoder.free();
  return packets;
}

interface Voice {
  cycles: number;
  swell: number;
  phase: number;
  pan: number;
}

function playPacket(voices: Voice[], index: number): Float32Array {
  const pcm = new Float32Array(PACKET_SAMPLES * 2);
  for (let sample = 0; sample < PACKET_SAMPLES; sample++) {
    const turn = ((index * PACKET_SAMPLES + sample) / LOOP_SAMPLES) * Math.PI * 2;
    for (const { cycles, swell, phase, pan } of voices) {
      const level = Math.sin(turn * cycles) * LOUDNESS * (0.6 + 0.4 * Math.sin(turn * swell + phase));
      pcm[sample * 2] = (pcm[sample * 2] ?? 0) + level * pan;
      pcm[sample * 2 + 1] = (pcm[sample * 2 + 1] ?? 0) + level * (1 - pan);
    }
  }
  return pcm;
}
