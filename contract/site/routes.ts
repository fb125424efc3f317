/** Paths of the site, without locale. */
export const routes = {
  home: '/',
  free: '/free',
  toy: '/toy',
  newCams: '/new-cams',
  men: '/men',
  trans: '/trans',
  couples: '/couples',
  favourites: '/favourites',
  messenger: '/messenger',
  newConversation: '/messenger/new-conversation',
  conversation: (username: string) => `/messenger/${encodeURIComponent(username)}`,
  /** The member's account. */
  settings: '/settings',
  settingsSecurity: '/settings/security',
  settingsPurchases: '/settings/purchases',
  /** The second step of a withdrawal, by `?receipt=`. */
  withdraw: '/settings/purchases/withdraw',
  settingsLimits: '/settings/limits',
  settingsData: '/settings/data',
  /** What was decided about the member and the member's reports. */
  settingsDecisions: '/settings/decisions',
  login: '/login',
  register: '/register',
  /** Shown after registration: a mail has been sent. */
  registered: '/register/sent',
  forgotPassword: '/forgot-password',
  /** Target of the mail's link without script; with script, a dialog does the same. */
  resetPassword: '/forgot-password/reset',
  activate: '/activate',
  /** Target of the mail to a new address: opening it confirms the change. */
  confirmEmail: '/activate/email',
  /** Target of the mail to the old address, which undoes the change. */
  undoEmail: '/activate/undo',
  stopMails: '/activate/stop',
  /** The tab for a payment beside a chat with this performer. */
  payment: (username: string) => `/payment/${encodeURIComponent(username)}`,
  /** The form to report this performer's page or stream to the operator. */
  report: (username: string) => `/report/${encodeURIComponent(username)}`,
  /** The performer's own pages, with a login of their own. */
  studio: '/studio',
  studioLive: '/studio/live',
  studioDock: '/studio/dock',
  studioMessages: '/studio/messages',
  studioConversation: (id: number | string) => `/studio/messages/${id}`,
  /** Of one month: `?month=2026-11`. */
  studioEarnings: '/studio/earnings',
  studioSeller: '/studio/payout-details',
  /** Streams in numbers, best hours and regulars; `?stream=` is the beginning of one. */
  studioStatistics: '/studio/statistics',
  /** Tip menus and goals of the room. */
  studioRoom: '/studio/room',
  /** Her public profile and planned starts; `?texts=` is the language of the texts. */
  studioProfile: '/studio/profile',
  /** Portrait, cover, albums and films. */
  studioPictures: '/studio/pictures',
  /** Her profile as a guest sees it, with what waits for review. */
  studioPreview: '/studio/preview',
  studioAccount: '/studio/account',
  studioDecisions: '/studio/decisions',
  studioLogin: '/studio/login',
  /** The form for people who want to become performers. */
  studioApply: '/studio/apply',
  /** Her second factor: offered, set up, and asked for. */
  studioFactor: '/studio/factor',
  /** Target of the one-time link that the operator sends. */
  studioLink: '/studio/link',
  /** Target of the mail about a login from a new browser. */
  studioUndo: '/studio/undo',
  studioLogout: '/studio/logout',
  /** The operators' pages, with a login of their own. */
  /** What waits for the operator. */
  desk: '/desk',
  deskLog: '/desk/log',
  /** What the search box of the desk finds: `?query=`. */
  deskSearch: '/desk/search',
  deskAccount: '/desk/account',
  /** The live wall; below it a performer’s room, by number. */
  deskLive: '/desk/live',
  /** The search for members; below it a member's page, by number. */
  deskMembers: '/desk/members',
  /** Refunds that wait for a second operator. */
  deskRefunds: '/desk/refunds',
  /** What is to be paid out to performers: `?month=2026-11`. */
  deskPayouts: '/desk/payouts',
  deskBooks: '/desk/books',
  deskPayments: '/desk/payments',
  deskDisputes: '/desk/disputes',
  deskRevenue: '/desk/revenue',
  deskSpenders: '/desk/spenders',
  deskChanges: '/desk/changes',
  deskOperators: '/desk/operators',
  /** Shown instead of a page that the operator's role may not open. */
  deskRefused: '/desk/refused',
  /** Shown instead of any page of the desk until an operator who was away is back. */
  deskLock: '/desk/lock',
  /** Shown instead of a page of the desk while the database does not answer. */
  deskUnavailable: '/desk/unavailable',
  deskReports: '/desk/reports',
  /** The list of performers; below it a performer's page, by number. */
  deskPerformers: '/desk/performers',
  /** Applications of performers that wait. */
  deskApplications: '/desk/applications',
  /** Pictures and films that wait for review. */
  deskPictures: '/desk/pictures',
  /** Identity records; below it that of `performer-3` or `person-9`. */
  deskIdentity: '/desk/identity',
  /** Which pictures, films, photos and streams show whom: `?record=performer:3`. */
  deskDepictions: '/desk/depictions',
  deskAffiliates: '/desk/affiliates',
  deskTax: '/desk/tax',
  /** Files that the law asks for. */
  deskLaw: '/desk/law',
  /** Orders of authorities. */
  deskOrders: '/desk/orders',
  /** Parts, gateways, outbox, books, features and versions. */
  deskHouse: '/desk/house',
  /** Categories and promotions. */
  deskContent: '/desk/content',
  deskToday: '/desk/today',
  deskLogin: '/desk/login',
  /** Target of the one-time link for a new operator. */
  deskLink: '/desk/link',
  deskLogout: '/desk/logout',
  age: '/age',
  consent: '/consent',
  cookies: '/cookies',
  privacy: '/privacy',
  terms: '/terms-conditions',
  affiliateTerms: '/affiliate-terms',
  /** Target of the link in the mail about a decision on reports. */
  appeal: '/appeal',
  forbidden: '/forbidden',
  notFound: '/404',
  gone: '/410',
  unavailable: '/503',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  sitemapPart: (part: number) => `/sitemaps/${part}.xml`,
  profile: (username: string) => `/profile/${encodeURIComponent(username)}`,
  stream: (username: string) => `/stream/${encodeURIComponent(username)}`,
  category: (slug: string) => `/${encodeURIComponent(slug)}`,
} as const;
