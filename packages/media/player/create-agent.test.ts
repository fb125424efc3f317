import { expect, test, vi } from 'vitest';
import type { PlayerConfig } from '../port/player-config.ts';
import { createAgent } from './create-agent.ts';
import { StreamAgent } from './whep.ts';
import type { AgentParts } from './whep-session.ts';

const parts: AgentParts = {
  screen: { show: () => undefined, setMuted: () => undefined, play: async () => undefined },
  onChange: () => undefined,
};
const whep: PlayerConfig = { agent: 'whep', url: '/media/whep/lounge', token: 't', iceServers: [] };
const nano: PlayerConfig = { agent: 'nano', streamname: 'lounge', token: 't' };

test('L1.6 creates the product’s agent for a whep config', () => {
  expect(createAgent(whep, parts)).toBeInstanceOf(StreamAgent);
});

test('creates the same agent for a janus config', () => {
  const janus: PlayerConfig = { ...whep, agent: 'janus', url: '/media/janus', room: 'lounge' };
  expect(createAgent(janus, parts)).toBeInstanceOf(StreamAgent);
});

test('L8.9 throws for an unknown agent', () => {
  const unknown = { ...whep, agent: 'carrier-pigeon' } as unknown as PlayerConfig;
  expect(() => createAgent(unknown, parts)).toThrow('Unsupported agent carrier-pigeon');
});

test('L8.10 throws without the operator’s player script', () => {
  expect(() => createAgent(nano, parts)).toThrow('Missing nanowebrtc library');
});

test('L1.6 uses the operator’s player script if the page has it', () => {
  const agent = new StreamAgent(whep, parts);
  const create = vi.fn(() => agent);
  vi.stubGlobal('nanowebrtc', { create });
  expect(createAgent(nano, parts)).toBe(agent);
  expect(create).toHaveBeenCalledWith(nano, parts);
});
