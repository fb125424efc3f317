import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlayerAgent } from './agent.ts';
import { $volume, keepVolume } from './controls/controls.ts';
import { $player, createPlayer, destroyPlayer, play, setMuted, setVolume } from './store.ts';

const config = { agent: 'nano', streamname: 'lounge', token: 't' } as const;
const idle = { state: { name: 'idle' }, needsUnmute: true } as const;
let muted: boolean[];
let video: HTMLVideoElement;

/** A page with or without a click, whose operator player records the muted states it is given. */
function openPage(clicked: boolean): void {
  muted = [];
  const agent: PlayerAgent = {
    view: idle,
    start() {},
    stop() {},
    setMuted: (value) => void muted.push(value),
    stats: () => ({ framesDecoded: 0, packetsLost: 0, stalledMs: 0, firstFrameAt: null }),
  };
  vi.stubGlobal('nanowebrtc', { create: () => agent });
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: clicked } });
}

beforeEach(() => {
  video = {} as HTMLVideoElement;
  keepVolume({ level: 1, sound: false });
});
afterEach(destroyPlayer);

it('starts with the last volume if sound was on and the page was clicked', () => {
  openPage(true);
  keepVolume({ level: 0.3, sound: true });
  play(config, video);
  expect(muted).toEqual([false]);
  expect(video.volume).toBe(0.3);
});

it('starts muted without a click, and if sound was off', () => {
  openPage(false);
  keepVolume({ level: 0.3, sound: true });
  play(config, video);
  openPage(true);
  keepVolume({ level: 0.3, sound: false });
  play(config, video);
  expect(muted).toEqual([]);
});

it('unmutes when the volume is raised, mutes at zero and keeps the previous level', () => {
  openPage(true);
  play(config, video);
  setVolume(0.5);
  expect(muted).toEqual([false]);
  setVolume(0);
  expect(muted).toEqual([false, true]);
  expect($volume.get()).toEqual({ level: 0.5, sound: false });
  setMuted(false);
  expect(video.volume).toBe(0.5);
  expect($volume.get()).toEqual({ level: 0.5, sound: true });
});

describe('a player beside the page’s own', () => {
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
});
