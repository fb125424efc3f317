import type { NanoLibrary } from '../player/create-agent.ts';
import type { StageConfig } from './client.ts';
import { StageAgent } from './player.ts';

/** What a page with the stage's player has on its window. */
export type StageWindow = Window & {
  nanowebrtc: NanoLibrary & {
    /** What is or was played last; null before. */
    played: StageConfig | null;
  };
};

const library: StageWindow['nanowebrtc'] = {
  played: null,
  create(config, parts) {
    library.played = config;
    return new StageAgent(config, parts);
  },
};
Object.assign(globalThis, { nanowebrtc: library });
