import type { LiveClip } from '#demo/clip/clip.ts';
import type { ToyDevice } from './toy.ts';

/** The demo's device: a meter on the picture, visible to everyone. */
export const drawnToy = (clip: Pick<LiveClip, 'show'>): ToyDevice => ({
  play({ level, from, seconds }) {
    const startedAt = Date.now();
    return clip.show({ level, from, startedAt, endsAt: startedAt + seconds * 1000 });
  },
  halt() {
    void clip.show(null);
  },
});
