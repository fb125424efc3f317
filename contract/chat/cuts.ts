import * as z from 'zod/mini';

/** Why an operator cuts a stream or a viewer: told to both sides in words, so none accuses anybody. */
export const cutGrounds = ['rules', 'safety', 'identity', 'fraud'] as const;
export const cutGroundSchema = z.enum(cutGrounds);
export type CutGround = z.infer<typeof cutGroundSchema>;

/** Minutes for which a cut stream or viewer stays out, unless the operator chooses otherwise. */
export const CUT_MINUTES = 60;
/** The choices; null lasts until an operator allows it again. */
export const cutMinutes = [15, CUT_MINUTES, 1440, null] as const;

/** The reason of the chats that end with a cut stream. */
export const streamCut = <Ground extends CutGround>(ground: Ground): `cut-${Ground}` => `cut-${ground}`;
/** The reason of the chats of a cut viewer. */
export const viewerCut = <Ground extends CutGround>(ground: Ground): `removed-${Ground}` =>
  `removed-${ground}`;

/** Whether a chat ended because an operator put the viewer out. */
export const isViewerCut = (reason: string): boolean => /^removed(-|$)/.test(reason);
