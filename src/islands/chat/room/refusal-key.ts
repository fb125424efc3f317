import type { ErrorLabel } from '#contract/errors.ts';
import { own } from '#contract/input.ts';

const keys = {
  'badRequest.moderator.ended': 'chat.moderation.over',
  'badRequest.moderator.protected': 'chat.moderation.protected',
  'badRequest.moderator.already': 'chat.moderation.already',
} as const satisfies Partial<Record<ErrorLabel, string>>;

/** The text for a refused act of a moderator. */
export const refusalKey = (label: ErrorLabel) =>
  own<(typeof keys)[keyof typeof keys]>(keys, label) ?? 'chat.moderation.failed';
