/** What a test tells of a viewer: its media arrives, comes to a halt, or its connection is lost. */
export const viewerOrders = ['delivering', 'stalled', 'gone'] as const;
export type ViewerOrder = (typeof viewerOrders)[number];

/** What a player is shown, one word a line. `waiting`: nothing is published in its room. Empty lines keep the line open. */
export type Shown = ViewerOrder | 'waiting';
