import { setTimeout as sleep } from 'node:timers/promises';
import { readRoom } from '#contract/studio/studio-calls.ts';
import { beatToy, setToy } from '#contract/studio/toy-calls.ts';
import type { OnAir } from './stage.ts';

/** ms between heartbeats; far below the silence after which a run is halted. */
const BEAT_MS = 250;

/** Switches a performer's toy on and plays the bought runs like a bridge, without a device. */
export async function playToy({ call }: OnAir): Promise<{ leave(): Promise<void> }> {
  await call(setToy, { active: true });
  let over = false;
  const beating = (async () => {
    while (!over) {
      const { toy } = await call(readRoom, {});
      await call(beatToy, { run: toy.playing?.run ?? null });
      await sleep(BEAT_MS);
    }
  })();
  return {
    leave: () => {
      over = true;
      return beating;
    },
  };
}
