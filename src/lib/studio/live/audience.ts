import { isFree, opensStream } from '#contract/start/looks.ts';
import type { StudioEnd } from '#contract/studio/events.ts';
import type { Audience } from '#contract/studio/live-calls.ts';
import type { StudioVip } from '#contract/studio/vip-calls.ts';

/** Who sees the performer: what the band says. */
export type Seen =
  /** Before the first answer. */
  | { readonly by: 'asking' }
  /** Neither the page nor the performer can know. */
  | { readonly by: 'unknown' }
  | { readonly by: 'nobody'; readonly why: 'offline' | 'paused' | 'noMedia' }
  | { readonly by: 'everybody'; readonly free: boolean; readonly watching: number }
  | { readonly by: 'member'; readonly name: string; readonly watching: number }
  /** The media server still serves viewers although the performer is not public. */
  | { readonly by: 'some'; readonly watching: number };

/** `audience`: undefined before the first answer, null while the server does not answer. */
export function seenBy(audience: Audience | null | undefined): Seen {
  if (audience === undefined) return { by: 'asking' };
  if (!audience) return { by: 'unknown' };
  const { onlineStatus: status, receiving, watching, vip } = audience;
  if (!receiving) return { by: 'nobody', why: status === 0 ? 'offline' : 'noMedia' };
  if (vip !== null) return { by: 'member', name: vip, watching };
  if (opensStream(status)) return { by: 'everybody', free: isFree(status), watching };
  if (watching > 0) return { by: 'some', watching };
  return { by: 'nobody', why: status === 0 ? 'offline' : 'paused' };
}

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
