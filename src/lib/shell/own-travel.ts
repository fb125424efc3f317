/** Key in the state of a history entry: how many overlays are open in it (overlays.ts). */
export const OVERLAYS = 'overlays';

/** Whether the page itself goes back in the history, because an overlay has closed. */
export const ownTravel = { isUnderWay: false };
