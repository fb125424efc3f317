/** Pushed to every socket of one member. */
export interface MemberPushes {
  /** Something in basic-info changed (verified, username); the browser reads it again. */
  'member-changed': Record<string, never>;
  /** The session behind this socket has ended (logout, password change, deletion). */
  'session-ended': Record<string, never>;
  /** The member keeps a performer, or keeps one no longer; told to every page that is open. */
  'favourite-add': { performerId: number };
  'favourite-remove': { performerId: number };
}
