import type { Claim } from '../check.ts';

const minutes = 'server/chat/units/units.test.ts';
const member = 'server/chat/units/member-limits.test.ts';
const vip = 'server/chat/vip/vip.test.ts';
const phone = 'server/chat/dial-in/dial-in-chat.test.ts';
const toys = 'server/chat/toys/toys.test.ts';
const tips = 'server/chat/tips/send-tip.test.ts';
const stage = 'src/islands/chat/session/Stage.browser.test.tsx';
const tax = 'server/desk/tax/tax.test.ts';
const earnings = 'server/studio/earnings/earnings.test.ts';

/** Who pays for what, and when nobody does. */
export const paying: readonly Claim[] = [
  {
    claim: 'The country in which a member lives is kept with a purchase and decides its VAT',
    texts: ['legal:privacy 1.1:2'],
    madeBy: ['server/wallet/purchase/open-payment.ts'],
    shownBy: [[tax, 'is of the country that most evidence names, and agrees with the books and the receipt']],
  },
  {
    claim: 'The tax authority is told what performers were paid, and their viewers are not',
    texts: ['seller.why', 'seller.yearsText', 'tax.missing', 'tax.text'],
    madeBy: ['server/desk/tax/dac7.ts', 'server/studio/earnings/seller-figures.ts'],
    shownBy: [
      [tax, 'has what she was paid by quarter, and her details, from ledger and form'],
      [tax, 'is made of details that only she reads, sealed and with a version'],
    ],
  },
  {
    claim: 'A chat is paid a minute in advance, from the first picture on, and not before',
    texts: [
      'chat.startText',
      'stream.factsChatText',
      'profile.inviteFree',
      'home.description',
      'legal:terms-conditions 2.1:2',
    ],
    madeBy: ['server/chat/units/run-unit.ts', 'server/chat/session/beats/beat.ts'],
    shownBy: [
      [minutes, 'L4.27 L9.1 charges each minute in advance'],
      [
        'server/chat/session/beats/keep-alive.test.ts',
        'charges the first minute when the first frame is reported, not before',
      ],
    ],
  },
  {
    claim: 'The price stands there before anything is paid',
    texts: [
      'home.seoText1',
      'categories:night-owls h2Tabs.1.content',
      'legal:terms-conditions 2.0:2',
      'legal:terms-conditions 3.0:3',
    ],
    madeBy: ['src/islands/chat/session/Stage.tsx', 'server/wallet/purchase/read-wallet.ts'],
    shownBy: [
      [stage, 'shows the price on the button, and joins once by keyboard'],
      ['server/wallet/purchase/open-payment.test.ts', 'L3.19 L7.21 shows five bundles with price per minute'],
    ],
  },
  {
    claim: 'Without a picture nothing is paid',
    texts: [
      'chat.notCharged',
      'chat.nothingCharged',
      'chat.noFormatText',
      'chat.noSupportText',
      'stream.factsChatText',
      'studio.live.device.lost',
      'studio.live.open.resumeText',
      'studio.live.returning.text',
      'studio.live.hold.text',
      'studio.live.ended.lost',
      'categories:mature h2Tabs.1.content',
      'legal:terms-conditions 2.4:1',
    ],
    madeBy: ['contract/chat/units.ts', 'server/chat/session/delivery.ts'],
    shownBy: [
      [minutes, 'stands still while the media server delivers nothing'],
      [minutes, 'charges no next minute while nothing is delivered'],
      [
        'server/chat/session/sweep-chats.test.ts',
        'ends the session of a player that receives media and shows none, unpaid',
      ],
    ],
  },
  {
    claim: 'A break costs nothing',
    texts: ['categories:night-owls h2Tabs.0.content'],
    madeBy: ['contract/chat/session.ts'],
    shownBy: [[minutes, 'charges nothing for a report during a performer’s pause']],
  },
  {
    claim: 'While the connection is away the minute stands still, after a few seconds',
    texts: ['chat.rejoins', 'vip.own.rejoins'],
    madeBy: ['contract/chat/units.ts'],
    shownBy: [
      [minutes, 'never charges from a sweep: a silent player pays no next minute'],
      ['server/chat/session/sweep-chats.test.ts', 'charges nothing while a silent player receives no media'],
    ],
  },
  {
    claim: 'While the picture is frozen no minute begins or goes on; silence is told only',
    texts: ['chat.frozenUnpaid', 'studio.live.notice.frozenAtServer', 'studio.live.notice.silentAtServer'],
    madeBy: ['server/chat/session/reception.ts', 'server/chat/units/run-unit.ts'],
    shownBy: [
      [minutes, 'begins no minute while the picture is frozen'],
      [
        'server/chat/session/reception.test.ts',
        'tells a performer and her viewers once that her picture is frozen',
      ],
      ['server/chat/session/reception.test.ts', 'tells of silence after ten seconds, and not of pauses'],
    ],
  },
  {
    claim: 'What becomes paid is paid only after the viewer agrees, and waiting is free',
    texts: ['chat.goesPaid.guest', 'chat.goesPaid.text', 'stream.factsFreeText', 'vip.lobby.in'],
    madeBy: ['server/chat/vip/reconcile-room.ts', 'server/chat/vip/set-lobby.ts'],
    shownBy: [
      ['server/chat/vip/reconcile-room.test.ts', 'charges no viewer of free chat when the chat becomes paid'],
      [
        'server/chat/vip/set-lobby.test.ts',
        'L7.5 keeps waiting viewers without a charge, and returns their number',
      ],
    ],
  },
  {
    claim: 'Free chat costs nothing: a minute a day without an account, without a limit with one',
    texts: [
      'chat.expiredText',
      'profile.priceFree',
      'home.freeText',
      'home.description',
      'stream.factsFreeText',
      'home.seoTitle2',
      'categories:art h2Tabs.0.content',
      'categories:books h2Tabs.1.content',
      'categories:cooking h2Tabs.1.content',
      'categories:music 0.1',
    ],
    madeBy: ['contract/wallet/prices.ts', 'server/chat/session/sweep-chats.ts'],
    shownBy: [
      ['server/chat/session/sweep-chats.test.ts', 'ends a guest’s chat when the free minute is over'],
      ['server/chat/session/sweep-chats.test.ts', 'lets a member watch free chat without a time limit'],
      ['server/chat/join/get-chat-join-token.test.ts', 'P6.3 is refused until the next day to a guest'],
      ['server/chat/session/beats/keep-alive.test.ts', 'costs nothing in free chat'],
    ],
  },
  {
    claim: 'A message in the chat and a camera cost nothing beside the minutes',
    texts: ['stream.factsWriteText', 'camBack.text'],
    madeBy: ['server/chat/room/store-message.ts', 'server/chat/cam-back/act-cam-back.ts'],
    shownBy: [
      ['server/chat/room/send-message.test.ts', 'costs nothing beside the minutes'],
      ['server/chat/cam-back/cam-back.test.ts', 'costs nothing beside the minutes'],
    ],
  },
  {
    claim: 'A VIP show costs from its acceptance on, and no further minute after its end',
    texts: ['vip.sureText', 'vip.end.text', 'vip.end.textNone', 'vip.terms.price', 'vip.failed'],
    madeBy: ['server/chat/vip/accept-vip.ts', 'server/chat/vip/stop-vip.ts'],
    shownBy: [
      [vip, 'L9.1 240 credits a minute, in advance'],
      [
        vip,
        'L3.9 L4.34 L6.4 for one: the session continues, the others end, and the rest of the minute is given back',
      ],
      [vip, 'the running minute when the member %s, which is kept'],
    ],
  },
  {
    claim:
      'Where units of time are shorter than a minute, each is paid in advance, from the first picture on',
    texts: ['chat.startUnits', 'chat.thenPaid', 'stream.factsUnitsText', 'vip.own.thenPaid'],
    madeBy: ['server/chat/session/beats/store-beats.ts'],
    shownBy: [
      ['server/chat/units/short-units.test.ts', 'are charged in advance, one after the other'],
      ['server/chat/units/short-units.test.ts', 'cost what the price says, to the credit on both sides'],
      [
        'server/chat/session/beats/keep-alive.test.ts',
        'charges the first minute when the first frame is reported, not before',
      ],
    ],
  },
  {
    claim: 'A chat keeps the prices it began with, and a performer changes hers while nobody pays',
    texts: ['studio.prices.text'],
    madeBy: ['server/studio/profile/prices.ts', 'server/chat/join/offered-prices.ts'],
    shownBy: [
      [
        'server/studio/profile/prices.test.ts',
        'stay while a member pays, and until the rest of the time is over',
      ],
      ['server/studio/profile/prices.test.ts', 'never change for a member who joins at the same moment'],
      [
        'server/chat/units/short-units.test.ts',
        'keep the prices of the chat in which a show was asked for, also after a reload',
      ],
    ],
  },
  {
    claim: 'What is refused is not paid',
    texts: [
      'chat.kickedText',
      'chat.limitText',
      'wallet.noCredits.tipRefused',
      'wallet.stopped.limit',
      'wallet.stopped.coolOff',
      'wallet.error.coolOff',
      'wallet.error.provider',
    ],
    madeBy: ['server/wallet/spending/spend.ts', 'server/wallet/purchase/open-payment.ts'],
    shownBy: [
      [tips, 'L1.3 is refused when the balance is below the amount, and nothing is written'],
      [member, 'refuse a tip above the limit of the %s, and accept one within it'],
      [member, 'stop all paid watching during a cool-off'],
      ['server/wallet/purchase/open-payment.test.ts', 'books nothing on opening'],
    ],
  },
  {
    claim: 'In a cool-off nothing is bought or spent, and paid watching stops',
    texts: ['money.coolOff.how'],
    madeBy: ['server/wallet/spending/spend.ts'],
    shownBy: [[member, 'stop all paid watching during a cool-off']],
  },
  {
    claim: 'A tip that is sent again is paid once',
    texts: ['chat.tip.failed'],
    madeBy: ['server/chat/tips/store-tip.ts'],
    shownBy: [[tips, 'is charged once when it is sent again with its client id']],
  },
  {
    claim: 'What a toy does not play is given back, and a tip for it that is refused is not paid',
    texts: ['toys.nothingPaid', 'toys.returned', 'studio.toy.failed'],
    madeBy: ['server/chat/toys/return-runs.ts', 'server/chat/toys/queue-run.ts'],
    shownBy: [
      [toys, 'is not charged if it is meant for the toy and the toy is off'],
      [
        toys,
        'L4.40 halts the device, clears the queue, switches the toy off and gives back what was not played',
      ],
    ],
  },
  {
    claim: 'A caller pays by the phone bill for the length of the call, and a member with credits',
    texts: ['dialIn.billed', 'dialIn.hungUp', 'dialIn.notForwarded', 'dialIn.text'],
    madeBy: ['server/chat/dial-in/settle-call.ts', 'server/wallet/dial-in/transitions.ts'],
    shownBy: [
      [phone, 'ends the chat with its reason and tells what the call cost'],
      [phone, 'follows a login, since members pay with credits: hangs up and bills the call so far'],
      ['server/wallet/dial-in/dial-in.test.ts', 'bills a call once, however often its end is reported'],
    ],
  },
  {
    claim: 'A performer earns what members pay, of a message once she has answered, and of a call a share',
    texts: ['studio.messages.earn', 'studio.earnings.amounts', 'studio.live.vip.earned'],
    madeBy: ['server/ledger/earnings.ts', 'server/messaging/returns/return-unanswered.ts'],
    shownBy: [
      [earnings, 'are what members paid for a chat, less what they got back'],
      [earnings, 'include the share of a phone call, which no member paid'],
      [
        'server/messaging/returns/returns.test.ts',
        'gives back unanswered messages once, and leaves the rest',
      ],
    ],
  },
  {
    claim: 'A month is paid out when it is over and settled, and not to a suspended performer',
    texts: ['overview.payout.help', 'overview.payout.stop.suspended'],
    madeBy: ['server/desk/payouts/list-payouts.ts', 'server/studio/overview/read-overview.ts'],
    shownBy: [
      [
        'server/desk/payouts/payouts.test.ts',
        'are stopped by a month that cannot be paid yet, a missing rate, identity or suspension',
      ],
      [
        'server/studio/overview/overview.test.ts',
        'tells the payout to come: of the last month until it is paid',
      ],
    ],
  },
  {
    claim: 'Nothing is paid out below the minimum, and what is earned stays the performer’s',
    texts: ['overview.payout.stop.minimum', 'payouts.minimum', 'mails:statements.measures.suspend'],
    madeBy: ['server/desk/payouts/list-payouts.ts'],
    shownBy: [
      [
        'server/desk/payouts/payouts.test.ts',
        'are stopped by a month that cannot be paid yet, a missing rate, identity or suspension',
      ],
      [
        'server/desk/payouts/payouts.test.ts',
        'are mailed to the performer, unless she has left, who is paid below the minimum, too',
      ],
    ],
  },
  {
    claim: 'A cut ends all chats at once and gives back what was not watched',
    texts: [
      'wall.cut.streamText',
      'wall.cut.viewerText',
      'studio.live.on.endText',
      'legal:terms-conditions 4.1:4',
    ],
    madeBy: ['server/desk/live/cut-stream.ts'],
    shownBy: [
      [
        'server/desk/live/live.test.ts',
        'ends at once for both sides, who learn the ground, and nobody pays on',
      ],
      ['server/desk/live/live.test.ts', 'leaves the room for a while, is told why, and can appeal'],
      [
        'server/studio/close-room.test.ts',
        'L4.39 ends all chats when the performer closes her room, and returns the rest of the minute',
      ],
    ],
  },
  {
    claim: 'The house pays what performers earn from free credits',
    texts: ['desk.books.freeText'],
    madeBy: ['server/ledger/free-credits.ts'],
    shownBy: [
      [
        'server/ledger/free-credits.test.ts',
        'are not earned if the operator says so: the house gets them, and her statement says how many',
      ],
      [
        'server/desk/books/free-credits.test.ts',
        'show what was given, what performers earned from it, and what members still have',
      ],
    ],
  },
];
