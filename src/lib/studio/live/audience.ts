import type { StudioEnd } from '#contract/studio/events.ts';
import type { StudioVip } from '#contract/studio/vip-calls.ts';

/** Something that ended without an act of the performer. */
export type Ended =
  | StudioEnd
  | {
      readonly what: 'ask';
      readonly why: Exclude<NonNullable<StudioVip['reason']>, 'declined' | 'taken'>;
      readonly member: string;
    };

/** Null for a request that waits, was accepted, or was declined by the performer. */
export function whyEnded({ state, reason, member }: StudioVip): Ended | null {
  if (state !== 'declined' || reason === null || reason === 'declined' || reason === 'taken') return null;
  return { what: 'ask', why: reason, member };
}
