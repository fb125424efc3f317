import type { Claim } from '../check.ts';

const wallets = 'server/testing/rules/viewers-wallets.test.ts';
const noWallet = 'sends a performer no viewer’s balance or address in any answer, file or push';
const pictures = 'server/studio/pictures/pictures.test.ts';
const profile = 'server/studio/profile/profile.test.ts';
const reported = 'server/messaging/reports/report-conversation.test.ts';
const cases = 'server/desk/reports/cases.test.ts';

/** Who reads messages, and what others know of a member or a performer. */
export const reading: readonly Claim[] = [
  {
    claim: 'Others see a member’s name and never the e-mail address',
    texts: ['settings.prompt.text', 'settings.username.text', 'legal:privacy 2.0:2', 'legal:privacy 2.1:2'],
    madeBy: ['server/member/names/chat-name.ts'],
    shownBy: [
      ['server/chat/join/join-chat.test.ts', 'never shows an e-mail address as a name'],
      [wallets, noWallet],
    ],
  },
  {
    claim: 'A performer learns in steps what a viewer can pay, and never the balance',
    texts: ['studio.live.pays.from', 'studio.live.pays.less', 'legal:privacy 2.0:2'],
    madeBy: ['contract/chat/room/sanction-calls.ts'],
    shownBy: [
      ['contract/chat/room/calls.test.ts', 'says of %i credits in a %s chat'],
      [wallets, noWallet],
    ],
  },
  {
    claim: 'A performer is not told that a member’s own limit stopped a show',
    texts: ['studio.live.ended.cannotPay', 'studio.live.ended.showCredits', 'studio.live.refused.noCredits'],
    madeBy: ['server/chat/vip/reads.ts', 'server/chat/vip/announce-vip.ts'],
    shownBy: [
      [
        'server/chat/units/member-limits.test.ts',
        'refuse to request or begin a show, without telling the performer why',
      ],
    ],
  },
  {
    claim: 'The text of a tip is for the performer, and for the chat if the member says so',
    texts: ['chat.tip.public', 'legal:privacy 2.1:2'],
    madeBy: ['server/chat/tips/store-tip.ts'],
    shownBy: [['server/chat/tips/send-tip.test.ts', 'hides its text from the room unless it is public']],
  },
  {
    claim: 'A delayed message is seen by the performer and her moderators before other viewers',
    texts: ['studio.live.rules.delayHint'],
    madeBy: ['server/chat/room/waiting.ts'],
    shownBy: [
      [
        'server/chat/room/moderation-delay.test.ts',
        'shows a message to the performer and her moderators at once, and to others when it is over',
      ],
    ],
  },
  {
    claim: 'Reports are read by staff, with the last messages, and name nobody to the reported person',
    texts: ['report.text', 'report.conversation', 'report.member', 'cases.decideText'],
    madeBy: ['server/safety/decisions/tell.ts', 'server/messaging/reports/report-conversation.ts'],
    shownBy: [
      [cases, 'is mailed to the reported performer and to every reporter, without their names'],
      [reported, 'contains only the last messages'],
      [
        'server/chat/room/report-member.test.ts',
        'returns a number, and keeps the member’s last messages in her room for the operator',
      ],
    ],
  },
  {
    claim: 'A decision that was not right is undone at once, and everybody who was told of it is told',
    texts: ['cases.judgeText', 'cases.withdrawText', 'mails:statements.measures.refuse-picture'],
    madeBy: ['server/desk/decisions/judge-decision.ts', 'server/safety/decisions/tell.ts'],
    shownBy: [
      ['server/desk/decisions/decisions.test.ts', 'undoes its measure: %s'],
      [cases, 'is decided by somebody else, or by an owner, and told to all who were told of the decision'],
      [pictures, 'a refused one that visitors saw at the place %s is not served to them any more'],
    ],
  },
  {
    claim: 'Operators read private messages of reports only',
    texts: ['legal:privacy 2.2:4', 'legal:terms-conditions 4.1:4'],
    madeBy: ['server/desk/reports/read-cases.ts', 'server/messaging/reports/report-conversation.ts'],
    shownBy: [
      ['scripts/claims/claims.joined.test.ts', 'reads private messages at the desk for reports only'],
      [reported, 'shows the desk the text, also after the member has deleted it or the account'],
    ],
  },
  {
    claim: 'Deleting a conversation leaves the other side’s copy',
    texts: ['messenger.delete.text'],
    madeBy: ['server/messaging/inbox/set-conversation-state.ts'],
    shownBy: [
      [
        'server/messaging/photos/photos.test.ts',
        'is invalid for a side that has deleted the conversation, but not for the other',
      ],
    ],
  },
  {
    claim: 'Visitors get the age of a performer, not the day of birth',
    texts: ['studio.profile.bornHint'],
    madeBy: ['contract/day.ts', 'server/performers/profile/read-profile.ts'],
    shownBy: [
      ['server/performers/profile/performers.test.ts', 'tells the age, but no visitor the day of birth'],
    ],
  },
  {
    claim: 'A visitor reads a menu and goals in the page’s language, else as the performer wrote them',
    texts: ['studio.room.languagesText'],
    madeBy: ['contract/chat/tipping/line-texts.ts', 'src/islands/chat/tips/TipMenu.tsx'],
    shownBy: [
      [
        'src/islands/chat/tips/TipMenu.browser.test.tsx',
        'shows an item and a goal in the language of the page, else in the performer’s words',
      ],
    ],
  },
  {
    claim: 'Visitors see a performer’s profile as she saves it, in their language',
    texts: [
      'studio.profile.preview',
      'studio.profile.saved',
      'studio.profile.text',
      'studio.profile.textsText',
    ],
    madeBy: ['server/studio/profile/studio-profile.ts'],
    shownBy: [[profile, 'is shown to visitors as she saves it']],
  },
  {
    claim: 'Visitors of a hidden place find no trace of a performer',
    texts: [
      'studio.account.places',
      'studio.account.placesText',
      'record.hidden',
      'record.hiddenText',
      'record.suspensionText',
      'mails:statements.measures.suspend',
    ],
    madeBy: ['server/performers/performers-for.ts', 'server/performers/performers-for.ts'],
    shownBy: [
      [
        'server/testing/rules/who-may-know.test.ts',
        'is named by no call to a guest, and to a member only in the member’s own records',
      ],
    ],
  },
  {
    claim: 'What waits for review is seen by the performer and the reviewer, not by visitors',
    texts: [
      'pictures.review',
      'pictures.state.untilItem',
      'pictures.state.untilNone',
      'pictures.state.untilOld',
      'pictures.previewBand',
      'records.pictures.acceptText',
      'pictures.albumsText',
      'pictures.empty',
      'pictures.preview',
    ],
    madeBy: ['server/studio/pictures/decide-picture.ts', 'server/studio/pictures/pictures.ts'],
    shownBy: [
      [pictures, 'a new picture waits, visitors see the former one, and she sees both'],
      [pictures, 'a refused one is never shown; she reads the reason, and gets one mail with it'],
    ],
  },
  {
    claim: 'Explicit pictures are shown after the age question only',
    texts: [
      'pictures.portraitText',
      'pictures.nonude',
      'pictures.nonudeYes',
      'pictures.nonudeNo',
      'pictures.setNonude',
      'pictures.setExplicit',
      'records.pictures.nonude',
    ],
    madeBy: ['server/performers/directory/pictures.ts', 'server/media/reads.ts'],
    shownBy: [[pictures, 'becomes the cover, cropped to 3:1, for visitors who passed the age question']],
  },
  {
    claim: 'A member’s name among the top tippers is the member’s choice',
    texts: ['settings.privacy.topTippers'],
    madeBy: ['server/chat/tipping/top-tippers.ts'],
    shownBy: [
      [
        'server/chat/tipping/top-tippers.test.ts',
        'leave out members who do not want it, also on their next tip',
      ],
    ],
  },
  {
    claim: 'Viewers read what a performer writes for her pause, with a picture that everybody may see',
    texts: ['studio.live.away.label', 'studio.live.away.gone'],
    madeBy: ['server/studio/away/away.ts', 'src/islands/chat/session/late/Away.tsx'],
    shownBy: [
      ['server/studio/away/away.test.ts', 'is pushed with the pause, read by those who come later'],
      ['server/studio/away/away.test.ts', 'has a picture of hers that everybody may see'],
      ['src/islands/chat/session/late/Away.browser.test.tsx', 'has what she has written, in its direction'],
    ],
  },
  {
    claim: 'A withdrawn message to followers is shown and told to nobody else, and its writer reads why',
    texts: ['followers.withdrawHelp', 'record.withdrawText', 'mails:statements.measures.withdraw-message'],
    madeBy: ['server/performers/followers/follower-messages.ts'],
    shownBy: [
      [
        'server/studio/followers/followers.test.ts',
        'is not shown once she withdraws it, and what is queued is not sent',
      ],
      [
        'server/studio/followers/followers.test.ts',
        'is withdrawn by one decision, and shown again if it is overruled',
      ],
    ],
  },
  {
    claim: 'A message to all followers reaches those who may know of her, and can be stopped',
    texts: ['followers.help'],
    madeBy: [
      'server/studio/followers/message-followers.ts',
      'server/member/notices/queue-follower-notices.ts',
    ],
    shownBy: [
      ['server/studio/followers/followers.test.ts', 'is shown to all who follow her, and told only to those'],
      ['server/studio/followers/followers.test.ts', 'reaches neither members who are blocked, nor places'],
      ['server/studio/followers/followers.test.ts', 'is told once a day to a member, whoever wrote'],
      ['server/studio/followers/followers.test.ts', 'can be stopped by the link in its mail'],
    ],
  },
  {
    claim: 'Mails and notices about messages and favourites say neither who nor what, and come seldom',
    texts: [
      'messenger.notices.question',
      'settings.notices.text',
      'liveNotices.text',
      'liveNotices.how',
      'mails:unread.rest',
      'mails:live.rest',
    ],
    madeBy: ['server/messaging/notices/tell-unread.ts', 'server/studio/tell-live.ts'],
    shownBy: [
      [
        'server/messaging/notices/tell-unread.test.ts',
        'mails after fifteen minutes, in the member’s language, without the text',
      ],
      [
        'server/messaging/notices/tell-unread.test.ts',
        'tells at most once a day and never twice of the same message',
      ],
      ['server/studio/tell-live.test.ts', 'tells the member’s browsers without a name, for half an hour'],
      ['server/studio/tell-live.test.ts', 'tells five times in 24 hours at most'],
    ],
  },
  {
    claim: 'A browser notice can be read by its browser only',
    texts: ['legal:privacy 4.0:4'],
    madeBy: ['server/gateways/web-push/web-push.ts'],
    shownBy: [
      [
        'server/gateways/web-push/web-push.test.ts',
        'encrypts for that browser only, with TTL, topic and sender',
      ],
    ],
  },
  {
    claim: 'A sealed record is opened with a reason, which the log has with the operator’s name',
    texts: [
      'record.identityText',
      'record.coPerformersHint',
      'record.openShownText',
      'wall.room.openShowText',
    ],
    madeBy: ['server/identity/seal.ts', 'server/desk/performers/record.ts'],
    shownBy: [
      ['server/desk/performers/performers.test.ts', 'is sealed, and opened only with a reason in the log'],
      [
        'server/desk/performers/performers.test.ts',
        'a consent is recorded once for a version and day, with sealed names of others',
      ],
    ],
  },
  {
    claim: 'Acts at the desk are in the log with the operator’s name',
    texts: ['desk.footer', 'desk.act.reasonHint', 'desk.books.accountantText'],
    madeBy: ['server/audit/record-act.ts'],
    shownBy: [
      [
        'server/audit/record-act.test.ts',
        'has a row for acts that move money or a toy, and for those of an operator',
      ],
      ['server/audit/record-act.joined.test.ts', 'expects a row of each act'],
    ],
  },
];
