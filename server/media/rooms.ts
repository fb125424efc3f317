/** Name of a performer's stream at the media server. */
export const streamRoom = (performerId: number): string => `performer-${performerId}`;

/**
 * Names of a session's return room, its sender and its viewer at the media server. Sweeps and snapshots ignore this
 * room: they look for performers' streams.
 */
export const returnRoom = (sessionId: string): string => `back-${sessionId}`;
export const returnSender = (sessionId: string): string => `back-sender-${sessionId}`;
export const returnViewer = (sessionId: string): string => `back-viewer-${sessionId}`;

/**
 * Name of a publisher or viewer whose right came from a login, at the media server: its tokens end with the login
 * (`publishKeys`), and so does what they opened (`cutRevoked`).
 */
export const ofLogin = (name: string, sessionId: string): string => `${name}@${sessionId}`;

/** The name and the session of `ofLogin`; without a session for a right that came from no login. */
export function loginOf(subject: string): { name: string; sessionId: string | null } {
  const [name = '', sessionId = null] = subject.split('@');
  return { name, sessionId };
}

/** Name of an operator at the media server who watches a stream unseen. */
export const unseenViewer = (performerId: number, operatorId: number): string =>
  `unseen-${performerId}-${operatorId}`;

/** Name of a performer at the media server while she watches her own stream. */
export const previewViewer = (performerId: number): string => `preview-${performerId}`;
