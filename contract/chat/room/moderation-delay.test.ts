import { describe, expect, it } from 'vitest';
import { chatMessageTypes } from '../messages.ts';
import { delayMs, delaySecondsSchema, refuseRemoval } from './moderation-delay.ts';

describe('the moderation delay', () => {
  it('is off, or 2, 4 or 6 seconds', () => {
    const values = [null, 0, 1, 2, 3, 4, 5, 6, 8, '2', true];
    expect(values.filter((value) => delaySecondsSchema.safeParse(value).success)).toEqual([null, 2, 4, 6]);
  });

  it('applies to viewers, outside a show', () => {
    const viewer = { isModerator: false, isInShow: false };
    expect(delayMs(null, viewer)).toBeNull();
    expect(delayMs(4, viewer)).toBe(4000);
    expect(delayMs(4, { ...viewer, isModerator: true })).toBeNull();
    expect(delayMs(4, { ...viewer, isInShow: true })).toBeNull();
  });
});

describe('the removal of a message', () => {
  const ofViewer = { messageType: 'member', isOfShow: false } as const;

  it('is refused for everything but messages of viewers', () => {
    for (const by of ['performer', 'moderator'] as const)
      expect(
        chatMessageTypes.filter(
          (messageType) =>
            !refuseRemoval({ message: { ...ofViewer, messageType }, by, isByModerator: false }),
        ),
      ).toEqual(['member']);
  });

  it('is up to the performer for messages of moderators and of a show', () => {
    const message = { ...ofViewer, isOfShow: true };
    expect(refuseRemoval({ message, by: 'performer', isByModerator: true })).toBeNull();
    expect(refuseRemoval({ message, by: 'moderator', isByModerator: false })).toBe('notFound');
    expect(refuseRemoval({ message: ofViewer, by: 'moderator', isByModerator: true })).toBe('protected');
  });

  it('is refused after the appointment', () => {
    expect(refuseRemoval({ message: ofViewer, by: 'formerModerator', isByModerator: false })).toBe('ended');
  });
});
