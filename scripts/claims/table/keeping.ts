import type { Claim, Duty } from '../check.ts';

const deletion = 'server/member/deletion/deletion.test.ts';
const deskMembers = 'server/desk/members/desk-members.test.ts';
const personal = 'server/member/personal-data/read-personal-data.test.ts';
const everyTable = 'server/boot/personal-data/personal-data.joined.test.ts';
const tracking = 'server/tracking/tracking.test.ts';
const measuring = 'e2e/built/measuring.test.ts';
const reported = 'server/messaging/reports/report-conversation.test.ts';

/** Who keeps what, for how long, and who gets it. */
export const keeping: readonly Claim[] = [
  {
    claim: 'A download has everything that is kept about a member',
    texts: ['settings.data.text', 'documents:personalData.head'],
    madeBy: ['server/boot/personal-data/personal-data.ts'],
    shownBy: [
      [everyTable, 'includes every table with a member'],
      [personal, 'is one file with everything about the caller and nothing about others'],
    ],
  },
  {
    claim:
      'A deleted account is erased after two weeks, except the books and the record of acts under a number',
    texts: [
      'settings.delete.after',
      'settings.delete.done',
      'mails:deletionAsked.lead',
      'mails:accountKept.lead',
      'legal:privacy 5.0:5',
      'desk.member.erasedAt',
    ],
    madeBy: ['server/member/deletion/sweep-erasures.ts', 'server/boot/personal-data/personal-data.ts'],
    shownBy: [
      [deletion, 'P2.118 P7.3 erases after fourteen days'],
      [deletion, 'is cancelled by a login within the fourteen days, and nothing has changed'],
      [personal, 'is erased from every table, whatever text the member left there'],
      ['server/audit/record-act.test.ts', 'is never changed'],
    ],
  },
  {
    claim: 'Of an erased e-mail address only a print stays, against a second welcome',
    texts: ['legal:privacy 5.0:5'],
    madeBy: ['server/wallet/spending/grant-credits.ts'],
    shownBy: [
      [
        'server/wallet/spending/grant-welcome.test.ts',
        'grants nothing to the same address under a new account',
      ],
      ['server/wallet/spending/grant-welcome.test.ts', 'stores no address in the books'],
    ],
  },
  {
    claim: 'Messages of a report are kept until 180 days after the decision, its picture for 180 days',
    texts: ['legal:privacy 5.0:5', 'documents:personalData.about.reported-messages'],
    madeBy: ['server/messaging/reports/report-conversation.ts', 'server/safety/reports/keep-picture.ts'],
    shownBy: [
      [
        reported,
        'keeps the text until its time after the decision is over, and again if the case is reopened',
      ],
      [
        'server/safety/reports/send-report.test.ts',
        "stores the stream's current picture in the database, for 180 days",
      ],
    ],
  },
  {
    claim:
      'Of mails only subject, time and state are kept, for 90 days; notes of operators go with the account',
    texts: ['legal:privacy 1.2:3', 'documents:personalData.about.mails'],
    madeBy: ['server/member/mail/member-mails.ts', 'server/desk/members/answer-member.ts'],
    shownBy: [
      [deskMembers, 'show what became of their mails for 90 days, and never a text'],
      [
        deskMembers,
        'have notes of operators, which are in their download without a name and go with the account',
      ],
    ],
  },
  {
    claim: 'Of whom a member was told that they are live is kept for three days',
    texts: ['legal:privacy 1.3:2'],
    madeBy: ['server/member/notices/queue-live-notice.ts'],
    shownBy: [['server/studio/tell-live.test.ts', 'is forgotten when no limit counts it any more']],
  },
  {
    claim: 'The partner’s code is kept with the account',
    texts: ['legal:privacy 1.4:1', 'legal:cookies 3.9:1'],
    madeBy: ['server/member/account/register.ts'],
    shownBy: [
      [
        'server/member/mail/member-mails.test.ts',
        "P2.18 writes mails in the account's language, with the affiliate of the registration in each link",
      ],
    ],
  },
  {
    claim: 'A login has time, browser, system and country; no internet address is stored',
    texts: ['legal:privacy 1.5:6'],
    madeBy: ['server/identity/tables.ts', 'server/gateways/geo.ts'],
    shownBy: [
      [
        'server/identity/sessions.test.ts',
        'stores where it was opened, and its last use to within ten minutes',
      ],
      [everyTable, 'has no column for an internet address'],
      ['e2e/built/pages/geo.test.ts', 'P7.41 without headers the database locates the IP'],
    ],
  },
  {
    claim: 'Of operators, and of logins at the desk, the first part of the address and the browser are noted',
    texts: ['legal:privacy 1.5:6'],
    madeBy: ['server/audit/record-act.ts'],
    shownBy: [
      [
        'server/desk/log/list-acts.test.ts',
        'shows details to everyone, and networks of colleagues to owners',
      ],
    ],
  },
  {
    claim: 'Of the network of a registration only a print is kept, for seven days',
    texts: ['legal:privacy 1.5:6'],
    madeBy: ['server/member/account/sign-ups.ts'],
    shownBy: [
      [
        'server/desk/rings/rings.test.ts',
        'leave no network after the days, no account after its erasure, and nothing after a month',
      ],
    ],
  },
  {
    claim: 'Of the network of a guest who reports only a print is kept, for 180 days',
    texts: ['legal:privacy 1.5:6'],
    madeBy: ['server/safety/reports/misuse.ts'],
    shownBy: [['server/desk/law/misuse.test.ts', 'recognizes a guest by the network, which it forgets']],
  },
  {
    claim: 'Cards and accounts are entered at the payment service only',
    texts: ['legal:privacy 1.6:2'],
    madeBy: ['server/wallet/purchase/open-payment.ts'],
    shownBy: [
      [
        'server/wallet/purchase/open-payment.test.ts',
        'L7.23 orders the bundle’s price at the provider and returns the payment page',
      ],
    ],
  },
  {
    claim:
      'Without consent nothing is measured; with it, visits have no address, page or account, and after 90 days only sums',
    texts: [
      'legal:cookies 3.7:4',
      'legal:cookies 0.0:2',
      'legal:privacy 3.0:4',
      'consent.text',
      'consent.open',
    ],
    madeBy: ['server/tracking/write-visits.ts', 'src/enhance/late/start-measuring.ts'],
    shownBy: [
      [tracking, 'P7.15 stores one row per visit, without IP, page, browser or time'],
      [tracking, 'keeps only the sums of expired visits, however often it runs'],
      [measuring, 'P3.31 P7.46 no page stores or loads measuring, whatever the answer'],
    ],
  },
  {
    claim: 'Cookies of logins and calls are named in the statement',
    texts: ['legal:cookies 1.10:3'],
    madeBy: ['server/http/effect-cookies.ts', 'server/identity/client.ts'],
    shownBy: [
      ['server/http/effect-cookies.test.ts', 'sets only cookies that the cookie statement names, in %s'],
    ],
  },
  {
    claim: 'The cookie of favourites says that there are some, not whom',
    texts: ['legal:cookies 1.8:2'],
    madeBy: ['contract/cookies.ts'],
    shownBy: [['e2e/site/storage.spec.ts', 'P3.21 P3.29 favourites is a flag without names']],
  },
  {
    claim: 'Of a declined application nothing is kept that says who applied',
    texts: ['applications.agrees', 'applications.declineText', 'mails:applicationDeclined.rest'],
    madeBy: ['server/desk/performers/applications.ts'],
    shownBy: [
      [
        'server/desk/performers/applications.test.ts',
        'a declined applicant reads why, and leaves no address',
      ],
    ],
  },
  {
    claim: 'A performer’s identity was checked before she goes live or is paid',
    texts: ['legal:terms-conditions 5.0:3', 'footer.notice', 'record.approveText'],
    madeBy: ['server/studio/set-status.ts', 'server/config/performers.ts'],
    shownBy: [
      [
        'server/desk/performers/performers.test.ts',
        'that is approved lets her go live if IDENTITY_REQUIRED is on',
      ],
    ],
  },
];

export const duties: readonly Duty[] = [
  {
    claim: 'Log files are erased after 30 days',
    texts: ['legal:privacy 5.0:5'],
    statedIn: 'docs/operate/moderation.md',
  },
  {
    claim: 'Purchases are kept for at least seven years, and data are given to others only as told',
    texts: ['legal:privacy 3.0:4', 'legal:privacy 4.0:4'],
    statedIn: 'docs/operate/moderation.md',
  },
];
