export interface MemberPushes {
  /** Something in basic-info changed; the browser reads it again. */
  'member-changed': Record<string, never>;
  /** By logout, password change, deletion or expiry. */
  'session-ended': Record<string, never>;
  'favourite-add': { performerId: number };
  'favourite-remove': { performerId: number };
}
