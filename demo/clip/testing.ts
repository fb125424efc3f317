import type { Clip } from './clip.ts';
import { encodeKeyFrame } from './vp8.ts';

/** The size of the test clip's picture, in px. */
export const clipSize = { width: 64, height: 48 };
const frame = await encodeKeyFrame(Buffer.alloc(clipSize.width * clipSize.height * 3, 120), clipSize);

/** One minute of a still picture with sound. */
export const testClip: Clip = {
  fps: 10,
  frameCount: 600,
  sound: Array.from({ length: 50 }, (_, index) => new Uint8Array(60).fill(index)),
  frameAt: () => frame,
  close: async () => undefined,
};
