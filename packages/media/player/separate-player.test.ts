import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlayerAgent } from './agent.ts';
import { $volume, keepVolume } from './controls/volume.ts';
import { createPlayer } from './separate-player.ts';
import { $player, destroyPlayer, play } from './store.ts';

const config = { agent: 'nano', streamname: 'lounge', token: 't' } as const;
const idle = { state: { name: 'idle' }, needsUnmute: true } as const;
/** Commands to each agent, in the order of their creation. */
let commands: string[][];

beforeEach(() => {
  commands = [];
  const create = (_config: unknown, { onChange }: { onChange: (view: object) => void }): PlayerAgent => {
    const heard: string[] = [];
    commands.push(heard);
    return {
      view: idle,
      start: () => onChange({ ...idle, state: { name: 'playing' } }),
      stop: (reason) => void heard.push(reason),
      setMuted: (muted) => void heard.push(muted ? 'muted' : 'sound'),
      stats: () => ({ framesDecoded: 0, packetsLost: 0, stalledMs: 0, firstFrameAt: null }),
    };
  };
  vi.stubGlobal('nanowebrtc', { create });
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  keepVolume({ level: 0.3, sound: true });
});
afterEach(destroyPlayer);

const screen = () => ({}) as HTMLVideoElement;

it('plays beside the page’s own player and ends alone', () => {
  const separate = createPlayer();
  play(config, screen());
  separate.play(config, screen());
  expect($player.get().state.name).toBe('playing');
  expect(separate.$player.get().state.name).toBe('playing');
  separate.destroyPlayer();
  expect($player.get().state.name).toBe('playing');
  expect(separate.$player.get().state.name).toBe('idle');
  expect(commands).toEqual([['sound'], ['left']]);
});

it('starts muted whatever the viewer chose elsewhere, and stores no choice', () => {
  const separate = createPlayer();
  separate.play(config, screen());
  expect(commands).toEqual([[]]);
  separate.setMuted(false);
  expect(commands).toEqual([['sound']]);
  expect($volume.get()).toEqual({ level: 0.3, sound: true });
});
