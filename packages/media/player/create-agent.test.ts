import { expect, test, vi } from 'vitest';
import type { PlayerConfig } from '../port/player-config.ts';
import type { AgentParts } from './agent-parts.ts';
import { createAgent } from './create-agent.ts';
import { StreamAgent } from './whep.ts';

const parts: AgentParts = {
  screen: { show: () => undefined, setMuted: () => undefined, play: async () => undefined },
  onChange: () => undefined,
};
const whep: PlayerConfig = { agent: 'whep', url: '/media/whep/lounge', token: 't', iceServers: [] };
const nano: PlayerConfig = { agent: 'nano', streamname: 'lounge', token: 't' };

test('a whep config makes the agent of the product', () => {
  expect(createAgent(whep, parts)).toBeInstanceOf(StreamAgent);
});

test('a janus config makes the same one', () => {
  const janus: PlayerConfig = { ...whep, agent: 'janus', url: '/media/janus', room: 'lounge' };
  expect(createAgent(janus, parts)).toBeInstanceOf(StreamAgent);
});

test('an agent nobody knows is not supported', () => {
  const unknown = { ...whep, agent: 'carrier-pigeon' } as unknown as PlayerConfig;
  expect(() => createAgent(unknown, parts)).toThrow('Unsupported agent carrier-pigeon');
});

test('the operator agent needs the script of the operator', () => {
  expect(() => createAgent(nano, parts)).toThrow('Missing nanowebrtc library');
});

test('the script of the operator is used when the page has it', () => {
  const agent = new StreamAgent(whep, parts);
  const create = vi.fn(() => agent);
  vi.stubGlobal('nanowebrtc', { create });
  expect(createAgent(nano, parts)).toBe(agent);
  expect(create).toHaveBeenCalledWith(nano, parts);
});
