import { describe, expect, it } from 'vitest';
import { tipPresets } from './tipping/tips.ts';
import {
  cappedIntensity,
  creditsForUnplayed,
  refuseRun,
  TOY_MEMBER_GAP_MS,
  TOY_QUEUE_RUNS,
  TOY_QUEUE_SECONDS,
  TOY_RUN_SECONDS,
  toyLevelNames,
  toyLevelOf,
  toyLevels,
} from './toy-calls.ts';

describe('toyLevels', () => {
  it('L9.4 has the amounts of the presets and the intensities of the specification', () => {
    expect(toyLevels.map(({ amount }) => amount)).toEqual(tipPresets.map(({ amount }) => amount));
    expect(toyLevels.map(({ name, intensity }) => [name, intensity])).toEqual([
      ['low', 2],
      ['normal', 5],
      ['medium', 10],
      ['hard', 15],
      ['ultra', 20],
      ['extreme', 50],
    ]);
    expect(toyLevels.map(({ name }) => name)).toEqual(toyLevelNames);
  });

  it('lasts longer for more credits, up to the maximum', () => {
    const seconds = toyLevels.map((level) => level.seconds);
    expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
    expect(Math.max(...seconds)).toBeLessThanOrEqual(TOY_RUN_SECONDS);
  });

  it('matches only exact amounts', () => {
    expect(toyLevelOf(500)?.name).toBe('medium');
    expect([99, 101, 499, 2501].map(toyLevelOf)).toEqual([null, null, null, null]);
  });

  it('never exceeds the ceiling the performer allows', () => {
    expect(cappedIntensity(50, 20)).toBe(20);
    expect(cappedIntensity(10, 20)).toBe(10);
  });
});

describe('refuseRun', () => {
  const now = 1_000_000;
  const queue = { runs: 0, seconds: 0, lastOfMember: null };

  it.each([
    ['has room', queue, null],
    ['has its last place', { ...queue, runs: TOY_QUEUE_RUNS - 1 }, null],
    ['has no place', { ...queue, runs: TOY_QUEUE_RUNS }, 'full'],
    ['is exactly long enough', { ...queue, seconds: TOY_QUEUE_SECONDS - 60 }, null],
    ['is too long', { ...queue, seconds: TOY_QUEUE_SECONDS - 59 }, 'full'],
    [
      'has just taken one of the same member',
      { ...queue, lastOfMember: now - TOY_MEMBER_GAP_MS + 1 },
      'soon',
    ],
    ['took one before the clock was set back', { ...queue, lastOfMember: now + TOY_MEMBER_GAP_MS }, null],
    ['took one of the same member a while ago', { ...queue, lastOfMember: now - TOY_MEMBER_GAP_MS }, null],
  ] as const)('%s', (_, state, refusal) => {
    expect(refuseRun(state, 60, now)).toBe(refusal);
  });
});

it.each([
  ['nothing was played', 500, 30, 0, 500],
  ['a part was played', 500, 30, 4000, 434],
  ['a millisecond is left', 500, 30, 29_999, 1],
  ['all was played', 500, 30, 30_000, 0],
])('returns credits, rounded up, if %s', (_, amount, seconds, playedMs, credits) => {
  expect(creditsForUnplayed(amount, seconds, playedMs)).toBe(credits);
});
