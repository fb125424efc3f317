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

/**
 * Name of a performer at the media server while she watches her own stream; with the id of her page, because a name
 * has one view, and two pages would take it from each other without end.
 */
export const previewViewer = (performerId: number, page?: string): string =>
  page === undefined ? `preview-${performerId}` : `preview-${performerId}-${page}`;

/** Whether a viewer of her stream is the performer herself, on any page and by any login. */
export function isPreview(subject: string, performerId: number): boolean {
  const { name } = loginOf(subject);
  return name === previewViewer(performerId) || name.startsWith(`${previewViewer(performerId)}-`);
}

/** Whether a viewer of her stream is an operator who watches unseen. */
export const isUnseen = (subject: string, performerId: number): boolean =>
  subject.startsWith(`unseen-${performerId}-`);
