/** Points per number of seconds, by name of the limit. */
export const limitRules = {
  login: { points: 60, seconds: 60 },
  /** One account from one network, or from one known browser. */
  'login-account': { points: 10, seconds: 600 },
  /** One account from all networks together. */
  'login-account-wide': { points: 300, seconds: 3600 },
  /** Challenges for a login with a passkey: one each time the form is opened. */
  'passkey-challenge': { points: 120, seconds: 60 },
  register: { points: 40, seconds: 3600 },
  /** Applications of performers from one network. */
  application: { points: 10, seconds: 3600 },
  recovery: { points: 10, seconds: 900 },
  /** Per member; the addresses requested per hour are counted separately. */
  'email-change': { points: 20, seconds: 900 },
  'chat-join': { points: 60, seconds: 60 },
  'chat-message': { points: 20, seconds: 10 },
  /** Private messages of one sender. */
  'private-message': { points: 30, seconds: 30 },
  /** Photos of one sender. */
  'photo-upload': { points: 10, seconds: 60 },
  'photo-upload-day': { points: 200, seconds: 86_400 },
  /** Reads, marks and delivery reports of one reader. */
  inbox: { points: 600, seconds: 60 },
  tip: { points: 30, seconds: 10 },
  /** Starts, reconnects and stops of one member's camera. */
  'cam-back': { points: 30, seconds: 60 },
  snapshot: { points: 10, seconds: 60 },
  favourite: { points: 60, seconds: 60 },
  payment: { points: 20, seconds: 60 },
  /** A member's changes that concern money: limits, withdrawals, files; also a performer's file. */
  'settings-money': { points: 30, seconds: 60 },
  /** Codes requested by one network. */
  'dial-in': { points: 20, seconds: 600 },
  nickname: { points: 10, seconds: 60 },
  /** A page that waits for a call polls every second. */
  'dial-in-poll': { points: 1200, seconds: 60 },
  'chat-lobby': { points: 120, seconds: 60 },
  'vip-request': { points: 10, seconds: 60 },
  'chat-error': { points: 10, seconds: 60 },
  /** Browsers a member registers for notices. */
  notices: { points: 30, seconds: 60 },
  /** Choices of a member about notices that favourites are live. */
  'live-notices': { points: 60, seconds: 60 },
  /** A performer's changes of her profile, schedule, menus and goals. */
  'studio-profile': { points: 60, seconds: 60 },
  /** A performer's uploads to her profile and albums. */
  'picture-upload': { points: 120, seconds: 600 },
  'film-upload': { points: 20, seconds: 3600 },
  /** Downloads of all data about a member. */
  'personal-data': { points: 5, seconds: 3600 },
  report: { points: 10, seconds: 3600 },
  /** Links to appeal, opened or used. */
  appeal: { points: 60, seconds: 3600 },
  /** Events of visits. */
  tracker: { points: 300, seconds: 60 },
} as const;

export type LimitName = keyof typeof limitRules;

export interface Limits {
  /** Spends one point. Throws `badRequest.tooMany` with the seconds to wait if no point is left. */
  take(name: LimitName, key: string): Promise<void>;
  /** Resets the counter after a successful login. */
  clear(name: LimitName, key: string): Promise<void>;
}

export const noLimits: Limits = { take: async () => {}, clear: async () => {} };
