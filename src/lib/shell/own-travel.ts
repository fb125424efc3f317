/** Whether the page itself goes back in the history, because an overlay has closed (overlays.ts). */
export const ownTravel = { isUnderWay: false };
