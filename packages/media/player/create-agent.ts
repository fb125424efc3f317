import type { PlayerConfig } from '../port/player-config.ts';
import type { PlayerAgent } from './agent.ts';
import { StreamAgent } from './whep.ts';
import type { AgentParts } from './whep-session.ts';

/** Defined by the operator's own player script. */
export interface NanoLibrary {
  create(config: Extract<PlayerConfig, { agent: 'nano' }>, parts: AgentParts): PlayerAgent;
}

function nanoLibrary(): NanoLibrary {
  const library = (globalThis as { nanowebrtc?: NanoLibrary }).nanowebrtc;
  if (!library) throw new Error('Missing nanowebrtc library');
  return library;
}

/** Throws if no player supports the config. */
export function createAgent(config: PlayerConfig, parts: AgentParts): PlayerAgent {
  switch (config.agent) {
    case 'whep':
    case 'janus':
      return new StreamAgent(config, parts);
    case 'nano':
      return nanoLibrary().create(config, parts);
    default:
      throw new Error(`Unsupported agent ${(config satisfies never as { agent: string }).agent}`);
  }
}
