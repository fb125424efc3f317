import { labelOf } from '#contract/errors.ts';
import { type StartRefusal, startOf } from '#contract/performers/schedule.ts';
import * as calls from '#contract/studio/profile-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { textFor } from '../../shell/texts/refusal-texts.ts';
import type { MessageKey } from '../../site/i18n.ts';

const refusals = {
  invalid: 'studio.schedule.wrong.invalid',
  past: 'studio.schedule.wrong.past',
  far: 'studio.schedule.wrong.far',
} as const satisfies Record<StartRefusal, MessageKey>;

/** Adds a planned start as typed; returns the message key of a refusal, null if it was added. */
export async function addStart(
  typed: { day: string; time: string },
  now: Date,
  options: CallOptions,
): Promise<MessageKey | null> {
  const { at, refused } = startOf(typed, now);
  if (refused) return refusals[refused];
  try {
    await call(calls.addStart, { at: at.toISOString() }, options);
    return null;
  } catch (error) {
    const own = {
      'badRequest.schedule.time': refusals.past,
      'badRequest.schedule.full': 'studio.schedule.full',
    } as const;
    return textFor(labelOf(error), own);
  }
}

/** Removes a planned start. A text that is no moment has none to remove. */
export async function removeStart(at: string, options: CallOptions): Promise<void> {
  await call(calls.removeStart, { at }, options).catch((error: unknown) => {
    if (labelOf(error) !== 'badRequest.invalid.input') throw error;
  });
}
