import type { NanoLibrary } from '../player/create-agent.ts';
import { StageAgent } from './player.ts';
import type { StageConfig } from './protocol.ts';

/** Window of a page with the stage's player. */
export type StageWindow = Window & {
  nanowebrtc: NanoLibrary & {
    /** Config of the current or last stream; null before the first. */
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
