import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WhepPlayerConfig } from '../port/player-config.ts';
import type { PlayerView } from './agent.ts';
import { reconnectAfterMs, stallAfterMs } from './stall.ts';
import { StreamAgent } from './whep.ts';
import { refusalOf, SessionError, type StreamConfig, type StreamSession } from './whep-session.ts';

const config: WhepPlayerConfig = { agent: 'whep', url: '/media/whep/lounge', token: 'first', iceServers: [] };
const busy = () => refusalOf(409, '2', 0);

interface FakeSession extends StreamSession {
  closed: boolean;
  /** Heights it received. */
  heights: number[];
  lose(): void;
}

/** Fakes of the media server and browser for an agent. */
function createWorld() {
  const sessions: FakeSession[] = [];
  const refusals: SessionError[] = [];
  const tokens: string[] = [];
  const views: PlayerView[] = [];
  let resize: (pixels: number) => void = () => undefined;
  const screen = {
    show: vi.fn(),
    hold: vi.fn(),
    setMuted: vi.fn(),
    play: vi.fn(async () => undefined),
    onHeight: (listener: (pixels: number) => void) => {
      resize = listener;
      return () => {
        resize = () => undefined;
      };
    },
  };
  let frames = 0;
  let flowing = true;
  let resume: () => void = () => undefined;

  async function openSession({ token }: StreamConfig): Promise<FakeSession> {
    tokens.push(token);
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    const lost: (() => void)[] = [];
    frames = 0;
    const session: FakeSession = {
      stream: {} as MediaStream,
      closed: false,
      heights: [],
      showAt: (pixels) => void session.heights.push(pixels),
      totals: async () => ({ framesDecoded: flowing ? ++frames : frames, packetsLost: 1 }),
      onLost: (listener) => void lost.push(listener),
      lose: () => lost.forEach((listener) => void listener()),
      close: () => {
        session.closed = true;
      },
    };
    sessions.push(session);
    return session;
  }

  return {
    sessions,
    refusals,
    tokens,
    views,
    screen,
    states: () => views.map(({ state }) => state.name).filter((name, index, all) => name !== all[index - 1]),
    freeze: (frozen: boolean) => {
      flowing = !frozen;
    },
    resume: () => resume(),
    resize: (pixels: number) => resize(pixels),
    parts: {
      screen,
      openSession,
      random: () => 0,
      onChange: (view: PlayerView) => void views.push(view),
      onResume: (listener: () => void) => {
        resume = listener;
        return () => {
          resume = () => undefined;
        };
      },
    },
  };
}

let world: ReturnType<typeof createWorld>;
let agent: StreamAgent;
beforeEach(() => {
  vi.useFakeTimers();
  world = createWorld();
  agent = new StreamAgent(config, world.parts);
});
afterEach(() => {
  agent.stop('left');
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const state = () => agent.view.state;

test('L4.38 goes from idle to connecting, and to playing with the first decoded picture', async () => {
  expect(state()).toEqual({ name: 'idle' });
  agent.start();
  await pass(1000);
  expect(world.states()).toEqual(['connecting', 'playing']);
  expect(world.screen.show).toHaveBeenCalledWith(world.sessions[0]?.stream);
  expect(agent.stats().firstFrameAt).not.toBeNull();
});

test('starts only once', async () => {
  agent.start();
  agent.start();
  await pass(1000);
  expect(world.sessions).toHaveLength(1);
});

test('retries a room without a publisher after Retry-After and not before', async () => {
  world.refusals.push(busy());
  agent.start();
  await pass(1900);
  expect(state()).toEqual({ name: 'connecting', trouble: 'player.waiting' });
  expect(world.tokens).toHaveLength(1);
  await pass(1100);
  expect(state()).toEqual({ name: 'playing' });
});

test('connects before Retry-After if the stream is back, and not beside an attempt under way', async () => {
  agent.hurry();
  world.refusals.push(busy());
  agent.start();
  await pass(100);
  agent.hurry();
  agent.hurry();
  await pass(500);
  expect(state()).toEqual({ name: 'playing' });
  agent.hurry();
  expect(world.tokens).toHaveLength(2);
});

test('keeps the last picture from the loss of a connection on', async () => {
  agent.start();
  await pass(1000);
  expect(world.screen.hold).not.toHaveBeenCalled();
  world.screen.hold.mockImplementation(() => expect(world.sessions[0]?.closed).toBe(false));
  world.sessions[0]?.lose();
  expect(world.screen.hold).toHaveBeenCalledOnce();
});

test('retries an unreachable server at growing intervals', async () => {
  world.refusals.push(...Array.from({ length: 4 }, () => new SessionError('player.unreachable', true)));
  agent.start();
  const tries: number[] = [];
  for (const wait of [0, 250, 500, 1000, 2000]) {
    await pass(wait);
    tries.push(world.tokens.length);
  }
  expect(tries).toEqual([1, 2, 3, 4, 5]);
});

test.each([
  [406, 'player.format'],
  [422, 'player.codec'],
  [403, 'player.unauthorized'],
] as const)('L4.38 an answer %s ends in failure', async (status, label) => {
  world.refusals.push(refusalOf(status, null, 0));
  agent.start();
  await pass(10_000);
  expect(state()).toEqual({ name: 'failed', label });
  expect(world.tokens).toHaveLength(1);
});

test('renews an expired token only once', async () => {
  const renew = vi.fn(async () => ({ ...config, token: 'second' }));
  agent = new StreamAgent(config, { ...world.parts, renew });
  world.refusals.push(refusalOf(401, null, 0), refusalOf(401, null, 0));
  agent.start();
  await pass(1000);
  expect(world.tokens).toEqual(['first', 'second']);
  expect(state()).toEqual({ name: 'failed', label: 'player.unauthorized' });
});

test('stalls on a frozen picture and continues in the same session', async () => {
  agent.start();
  await pass(1000);
  world.freeze(true);
  await pass(stallAfterMs + 600);
  expect(state().name).toBe('stalled');
  world.freeze(false);
  await pass(500);
  expect(state()).toEqual({ name: 'playing' });
  expect(world.sessions).toHaveLength(1);
  expect(agent.stats().stalledMs).toBeGreaterThanOrEqual(stallAfterMs);
});

test('opens a new session after a long stall and closes the old one', async () => {
  agent.start();
  await pass(1000);
  world.freeze(true);
  await pass(reconnectAfterMs + 1000);
  world.freeze(false);
  await pass(1000);
  expect(world.sessions).toHaveLength(2);
  expect(world.sessions[0]?.closed).toBe(true);
  expect(state()).toEqual({ name: 'playing' });
});

test('keeps a new session without a picture until its timeout', async () => {
  agent.start();
  await pass(1000);
  world.freeze(true);
  await pass(reconnectAfterMs + 1000);
  const opened = world.sessions.length;
  await pass(reconnectAfterMs - 1000);
  expect(world.sessions).toHaveLength(opened);
});

test('replaces a lost connection at once', async () => {
  agent.start();
  await pass(1000);
  world.sessions[0]?.lose();
  await pass(200);
  expect(world.sessions).toHaveLength(2);
});

test('retries at once when the page becomes visible', async () => {
  world.refusals.push(refusalOf(409, '60', 0));
  agent.start();
  await pass(1000);
  world.resume();
  await pass(500);
  expect(state()).toEqual({ name: 'playing' });
});

test('only calls play when a playing page becomes visible', async () => {
  agent.start();
  await pass(1000);
  world.screen.play.mockClear();
  world.resume();
  await pass(100);
  expect(world.screen.play).toHaveBeenCalledOnce();
  expect(world.sessions).toHaveLength(1);
});

test('stop closes the session, clears the screen and keeps the reason', async () => {
  agent.start();
  await pass(1000);
  agent.stop('guest_expired');
  agent.stop('default');
  expect(state()).toEqual({ name: 'ended', reason: 'guest_expired' });
  expect(world.sessions[0]?.closed).toBe(true);
  expect(world.screen.show).toHaveBeenLastCalledWith(null);
});

test('closes a session that opens after stop', async () => {
  agent.start();
  agent.stop('left');
  await pass(1000);
  expect(world.sessions.map(({ closed }) => closed)).toEqual([true]);
  expect(state().name).toBe('ended');
});

test('adds up counts over sessions', async () => {
  agent.start();
  await pass(1000);
  const before = agent.stats();
  world.sessions[0]?.lose();
  await pass(1000);
  expect(agent.stats().framesDecoded).toBeGreaterThan(before.framesDecoded);
  expect(agent.stats().packetsLost).toBe(2);
  expect(agent.stats().firstFrameAt).toBe(before.firstFrameAt);
});

test('sends the picture’s height to every session from its start', async () => {
  agent.start();
  world.resize(720);
  await pass(1000);
  world.resize(480);
  world.sessions[0]?.lose();
  await pass(1000);
  expect(world.sessions.map(({ heights }) => heights)).toEqual([[720, 480], [480]]);
  agent.stop('left');
  world.resize(300);
  expect(world.sessions[1]?.heights).toEqual([480]);
});

test('L3.7 L4.38 offers to unmute until the viewer has turned the sound on', () => {
  expect(agent.view.needsUnmute).toBe(true);
  agent.setMuted(false);
  expect(agent.view.needsUnmute).toBe(false);
  agent.setMuted(true);
  expect(agent.view.needsUnmute).toBe(false);
  expect(world.screen.setMuted.mock.calls).toEqual([[false], [true]]);
});

test('does not fail if the browser requires a click to play', async () => {
  world.screen.play.mockRejectedValue(new Error('NotAllowedError'));
  agent.start();
  await pass(1000);
  expect(state()).toEqual({ name: 'playing' });
});
