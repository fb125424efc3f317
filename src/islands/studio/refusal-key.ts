import type { ErrorLabel } from '#contract/errors.ts';
import { own } from '#contract/input.ts';

const keys = {
  'badRequest.performer.offline': 'studio.live.refused.offline',
  'badRequest.performer.busy': 'studio.live.refused.busy',
  'badRequest.chat.closed': 'studio.live.refused.closed',
  'badRequest.identity.missing': 'studio.live.refused.identity',
  'badRequest.vip.closed': 'studio.live.refused.vipClosed',
  'badRequest.notFound': 'studio.live.refused.vipClosed',
  'badRequest.deduct.credits.amount': 'studio.live.refused.noCredits',
  'badRequest.moderator.guest': 'studio.live.refused.moderatorGuest',
  'badRequest.moderator.sentOut': 'studio.live.refused.moderatorSentOut',
  'badRequest.moderator.full': 'studio.live.refused.moderatorFull',
  UNAVAILABLE: 'studio.live.refused.unavailable',
} as const satisfies Partial<Record<ErrorLabel, string>>;

/** The text for a refused act of the studio. */
export const refusalKey = (label: ErrorLabel) =>
  own<(typeof keys)[keyof typeof keys]>(keys, label) ?? 'studio.live.refused.other';
