/** The media server's name of a performer's stream. */
export const streamRoom = (performerId: number): string => `performer-${performerId}`;
