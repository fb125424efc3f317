import { describe, expect, it } from 'vitest';
import { MODERATORS_MAX, refuseAppointment, refuseModeration } from './moderator-calls.ts';

describe('refuseAppointment', () => {
  const anna = { isMember: true, sanctions: [], others: 0 } as const;
  it.each([
    ['accepts a member', anna, null],
    ['accepts the last one there is room for', { ...anna, others: MODERATORS_MAX - 1 }, null],
    ['refuses one more', { ...anna, others: MODERATORS_MAX }, 'full'],
    ['refuses a guest', { ...anna, isMember: false }, 'guest'],
    ['accepts a muted member', { ...anna, sanctions: ['mute'] as const }, null],
    ['refuses a kicked member', { ...anna, sanctions: ['kick'] as const }, 'sentOut'],
    ['refuses a blocked member', { ...anna, sanctions: ['mute', 'block'] as const }, 'sentOut'],
  ])('%s', (_, candidate, refusal) => expect(refuseAppointment(candidate)).toBe(refusal));
});

describe('refuseModeration', () => {
  const act = { isModerator: true, target: 'viewer', kind: 'mute', sanctions: [] } as const;
  it.each([
    ['lets a moderator mute a viewer', act, null],
    ['lets a moderator kick a viewer', { ...act, kind: 'kick' as const }, null],
    ['refuses a member whose appointment is over', { ...act, isModerator: false }, 'ended'],
    ['protects other moderators', { ...act, target: 'moderator' as const }, 'protected'],
    ['protects the performer', { ...act, target: 'performer' as const }, 'protected'],
    ['refuses an act against oneself', { ...act, target: 'self' as const }, 'protected'],
    ['replaces no mute', { ...act, sanctions: ['mute'] as const }, 'already'],
    ['mutes a kicked viewer', { ...act, sanctions: ['kick'] as const }, null],
    ['kicks a muted viewer', { ...act, kind: 'kick' as const, sanctions: ['mute'] as const }, null],
    [
      'kicks nobody who is out already',
      { ...act, kind: 'kick' as const, sanctions: ['block'] as const },
      'already',
    ],
  ])('%s', (_, moderation, refusal) => expect(refuseModeration(moderation)).toBe(refusal));
});
