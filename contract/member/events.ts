export interface MemberPushes {
  /** Basic-info changed; the browser reads it again. */
  'member-changed': Record<string, never>;
  /** On logout, password change, deletion or expiry. */
  'session-ended': Record<string, never>;
  'favourite-add': { performerId: number };
  'favourite-remove': { performerId: number };
}
