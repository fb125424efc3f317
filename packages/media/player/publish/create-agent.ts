import type { PublishAgentName } from '../../port/gateway.ts';
import type { PublishAgent, PublishParts } from './agent.ts';
import { WhipPublisher } from './whip.ts';

/** Throws for an unknown agent. */
export function createPublishAgent(agent: PublishAgentName, parts: PublishParts): PublishAgent {
  switch (agent) {
    case 'whip':
      return new WhipPublisher(parts);
    case 'janus':
    case 'nano':
      throw new Error(`Agent: ${agent} is not implemented`);
    default:
      throw new Error(`Unsupported agent ${agent satisfies never}`);
  }
}
