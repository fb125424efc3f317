import type { CutGround } from './session.ts';

/** Minutes for which a cut stream or viewer stays out, unless the operator chooses otherwise. */
export const CUT_MINUTES = 60;
/** The choices; null lasts until an operator allows it again. */
export const cutMinutes = [15, CUT_MINUTES, 1440, null] as const;
/** A duration as the value of a form’s choice. */
export const lastsOf = (minutes: number | null): string => (minutes === null ? 'none' : String(minutes));

/** The reason of the chats that end with a cut stream. */
export const streamCut = <Ground extends CutGround>(ground: Ground): `cut-${Ground}` => `cut-${ground}`;
/** The reason of the chats of a cut viewer. */
export const viewerCut = <Ground extends CutGround>(ground: Ground): `removed-${Ground}` =>
  `removed-${ground}`;
