/** Paths of the site without their locale. */
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
  login: '/login',
  register: '/register',
  /** After registering: a mail is on its way. */
  registered: '/register/sent',
  forgotPassword: '/forgot-password',
  /** Where the mailed link leads without script; with it, a dialog does the same. */
  resetPassword: '/forgot-password/reset',
  activate: '/activate',
  /** From the mail to a new address: it counts from then on. */
  confirmEmail: '/activate/email',
  /** From the mail to the address before. */
  undoEmail: '/activate/undo',
  stopMails: '/activate/stop',
  /** The tab of a payment beside a chat with this performer. */
  payment: (username: string) => `/payment/${encodeURIComponent(username)}`,
  /** Tells the operator what is wrong with this performer's page or stream. */
  report: (username: string) => `/report/${encodeURIComponent(username)}`,
  age: '/age',
  consent: '/consent',
  cookies: '/cookies',
  privacy: '/privacy',
  terms: '/terms-conditions',
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
