import type { PublishPhase } from '@vonk/media/publisher';
import { describe, expect, it } from 'vitest';
import { opensStream } from '#contract/start/looks.ts';
import type { Audience } from '#contract/studio/live-calls.ts';
import { type LiveFacts, type LiveName, liveRows, liveState, onAirKey } from './live-state.ts';

const audienceOf = (
  onlineStatus: Audience['onlineStatus'],
  receiving: boolean,
  { watching = 0, vip = null }: { watching?: number; vip?: string | null } = {},
): Audience => ({ onlineStatus, receiving, received: null, watching, encoderRefused: false, vip });

/** What the server says. `+`: it receives a picture, and how many it serves. */
const servers = {
  'no answer yet': undefined,
  'no answer': null,
  'offline -': audienceOf(0, false),
  'offline +0': audienceOf(0, true),
  'offline +2': audienceOf(0, true, { watching: 2 }),
  'paid -': audienceOf(1, false),
  'paid +2': audienceOf(1, true, { watching: 2 }),
  'free -': audienceOf(3, false),
  'free +0': audienceOf(3, true),
  'paused -': audienceOf(9, false),
  'paused +0': audienceOf(9, true),
  'paused +2': audienceOf(9, true, { watching: 2 }),
  'vip -': audienceOf(5, false, { vip: 'Anna' }),
  'vip +1': audienceOf(5, true, { watching: 1, vip: 'Anna' }),
  'vip, no show': audienceOf(5, true),
} as const;
type Server = keyof typeof servers;

/** What this page sends, in the order of the columns below; `null`: nothing. */
const phases = [null, 'connecting', 'live', 'reconnecting', 'failed'] as const;

const states: Record<Server, string> = {
  'no answer yet': 'asking asking asking asking asking',
  'no answer': 'unknown unknown unknown unknown unknown',
  'offline -': 'off rehearsing rehearsing rehearsing failed',
  'offline +0': 'rehearsing rehearsing rehearsing rehearsing rehearsing',
  'offline +2': 'leaving leaving leaving rehearsing leaving',
  'paid -': 'lost returning returning returning lost',
  'paid +2': 'paid paid paid returning paid',
  'free -': 'lost returning returning returning lost',
  'free +0': 'free free free returning free',
  'paused -': 'lost returning returning returning lost',
  'paused +0': 'paused paused paused returning paused',
  'paused +2': 'pausing pausing pausing returning pausing',
  'vip -': 'lost returning returning returning lost',
  'vip +1': 'vip vip vip returning vip',
  'vip, no show': 'asking asking asking returning asking',
};

const calm = { isTaken: false, isMoving: false, isStopping: false, wasOpen: false };
const table = Object.entries(states).flatMap(([server, row]) =>
  phases.map((phase, column) => ({
    server: server as Server,
    phase,
    name: row.split(' ')[column] as LiveName,
  })),
);

it.each(table)('$server, this page: $phase → $name', ({ server, phase, name }) => {
  expect(liveState({ ...calm, audience: servers[server], phase }).name).toBe(name);
});

it.each(table)('$server, this page: $phase → while the server restarts', ({ server, phase, name }) => {
  const waits = !servers[server] || name === 'returning' || name === 'lost';
  const moving = liveState({ ...calm, audience: servers[server], phase, isMoving: true, wasOpen: true });
  expect(moving.name).toBe(waits ? 'moving' : name);
  expect(moving.isAlarm).toBe(false);
});

const everything: LiveFacts[] = Object.values(servers).flatMap((audience) =>
  ([...phases, 'idle', 'closed'] satisfies (PublishPhase | null)[]).flatMap((phase) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((bits) => ({
      audience,
      phase,
      isTaken: (bits & 1) > 0,
      isMoving: (bits & 2) > 0,
      isStopping: (bits & 4) > 0,
      wasOpen: (bits & 8) > 0,
    })),
  ),
);
const all = everything.map((facts) => ({ facts, state: liveState(facts) }));

describe('in every state', () => {
  it('says that viewers see her only if the server sends them a picture', () => {
    for (const { facts, state } of all) {
      if (state.look !== 'public' && state.look !== 'vip') continue;
      expect(facts.audience).toMatchObject({ receiving: true });
      expect(opensStream(facts.audience?.onlineStatus ?? 0)).toBe(true);
      expect(['onAir', 'taken']).toContain(state.card);
      expect(state.isAlarm).toBe(false);
    }
  });

  it('is headed “You are live” only where the band says so', () => {
    for (const { state } of all.filter(({ state }) => state.card === 'onAir'))
      expect([state.look, onAirKey(state.name)]).toEqual(
        {
          vip: ['vip', 'studio.live.on.vipTitle'],
          free: ['public', 'studio.live.on.title'],
          paid: ['public', 'studio.live.on.title'],
          paused: ['nobody', 'studio.live.on.pausedTitle'],
          pausing: ['warning', 'studio.live.on.pausedTitle'],
        }[state.name as string],
      );
  });

  it('alarms only while viewers expect a picture and none is known to arrive', () => {
    for (const { facts, state } of all) {
      if (!state.isAlarm) continue;
      expect(facts.isStopping || facts.isMoving).toBe(false);
      expect(state.look).toBe('warning');
      const { onlineStatus = facts.wasOpen ? 1 : 0 } = facts.audience ?? {};
      expect(opensStream(onlineStatus)).toBe(true);
    }
    const isLost = ({ audience, phase, ...rest }: LiveFacts) =>
      audience?.onlineStatus === 1 && !audience.receiving && !rest.isMoving && !rest.isStopping;
    expect(all.filter(({ facts, state }) => isLost(facts) && !state.isAlarm)).toEqual([]);
  });

  it('shows nothing but the end while it stops, and nothing to do where another page broadcasts', () => {
    for (const { facts, state } of all) {
      if (facts.isStopping) expect([state.band, state.card]).toEqual(['stopping', 'stopping']);
      else if (facts.isTaken) expect(state.card).toBe('taken');
    }
  });

  it('never asks to open devices that already send', () => {
    const offers = ({ facts, state }: (typeof all)[number]) =>
      ['connecting', 'live', 'reconnecting'].includes(facts.phase ?? '') &&
      ['prepare', 'resume'].includes(state.card);
    expect(all.filter(offers)).toEqual([]);
  });

  it('has no row that nothing leads to', () => {
    expect([...new Set(all.map(({ state }) => state.name))].sort()).toEqual(Object.keys(liveRows).sort());
  });
});
