import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixedPrices, unitLengths } from '#contract/chat/prices.ts';
import { figuresOf } from '#contract/content/texts.ts';
import { type Locale, locales } from '#contract/locales.ts';
import { hasFeature } from '../brand.ts';
import { type MessageTree, messages } from '../i18n.ts';
import { legalHtml } from './legal-text.ts';

const aMinute = /minut|\/min/i;

/** Texts that name the price of a minute, which is true whatever the unit is. */
const rates = [
  'chat.againPaid',
  'chat.goesPaid.guest',
  'chat.goesPaid.text',
  'chat.perMinute',
  'chat.receipt.price.chat',
  'chat.receipt.price.vip',
  'chat.registerText',
  'chat.start',
  'chat.thenPaid',
  'chat.topUp',
  'filters.group.price',
  'filters.priceTo',
  'history.perMinute',
  'home.menText',
  'home.seoText1',
  'profile.priceMinute',
  'stream.factsUnitsText',
  'studio.live.pays.from',
  'studio.live.pays.less',
  'studio.prices.chat',
  'studio.prices.text',
  'studio.prices.vip',
  'vip.factText',
  'vip.notice.accepted',
  'vip.own.goOn',
  'vip.own.thenPaid',
  'vip.sure',
  'vip.terms.price',
  'wallet.advantage',
  'wallet.noCredits.joining',
  'wallet.noCredits.vip',
  'wallet.perMinute',
  'wallet.perMinuteNote',
];
/** Texts that are shown only where the unit is a minute, and the ones in their place elsewhere. */
const ofMinutes = {
  'chat.startText': 'chat.startUnits',
  'history.minutes': 'history.units',
  'stream.factsChatText': 'stream.factsUnitsText',
  'studio.live.vip.price': 'studio.live.vip.unitPrice',
};
/** Texts about the time on a clock, or about a phone call, which its provider bills. */
const clocks = [
  'cases.around',
  'cases.explainLate',
  'cases.explainText',
  'chat.ended.guest_expired',
  'chat.lastMinute',
  'chat.moderation.kick',
  'chat.moderation.mute',
  'chat.receipt.rest.chat',
  'chat.receipt.rest.vip',
  'desk.confirm.needed',
  'desk.link.appText',
  'desk.login.clock',
  'deskAway.text',
  'dialIn.endedWith',
  'dialIn.promo',
  'dialIn.promoText',
  'dialIn.rules',
  'dialIn.tariff',
  'errors.500Text',
  'house.booksText',
  'liveNotices.text',
  'member.activate.failedText',
  'member.forgot.doneText',
  'member.tooMany',
  'phone.goOnText',
  'phone.perMinute',
  'pictures.upload.filmHint',
  'profile.priceFree',
  'statistics.stream.help',
  'statistics.stream.minutes',
  'studio.factor.appText',
  'studio.factor.proveText',
  'studio.factor.wrong',
  'studio.link.failedText',
  'studio.live.ended.lost',
  'studio.live.moderators.text',
  'studio.live.open.resumeText',
  'studio.live.sanction.for.minute',
  'studio.live.sanction.kick',
  'studio.live.sanction.mute',
  'vip.end.text',
  'vip.terms.answer',
  'wall.cut.lasts.15',
  'wall.room.minutes',
  'work.minutes',
  'wallet.error.tooMany',
];

const textsIn = (tree: MessageTree, path = ''): (readonly [key: string, text: string])[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[`${path}${name}`.replace(/_(one|other)$/, ''), value] as const]
      : textsIn(value, `${path}${name}.`),
  );

/** A minute that is bought: of the member's, a further one, or paid in advance. */
const boughtMinute = {
  en: /(?:your|further|another|running|VIP|one|a) minutes? (?:is|in advance|back|stands|runs|at a time)|by the minute|(?:further|another|running|VIP|chat) minutes?/i,
  nl: /(?:je|nog een|volgende|lopende) minuut|VIP-minuut|chatminu|minuut (?:vooraf|vooruit|terug)|per minuut vooraf|wordt per minuut/i,
  de: /(?:deine[rn]?|weitere|laufende[rn]?|nächste) Minute|VIP-Minute|Chatminute|minutenweise|Minute (?:im Voraus|zurück)/i,
} as const satisfies Record<Locale, RegExp>;

describe.each(locales)('texts about paid time (%s)', (locale) => {
  const texts = textsIn(messages[locale] as unknown as MessageTree);

  it('name a minute only where that is true with shorter units', () => {
    const known = new Set([...rates, ...clocks, ...Object.keys(ofMinutes)]);
    const unknown = texts.filter(([key, text]) => aMinute.test(text) && !known.has(key));
    expect(unknown).toEqual([]);
    const wrong = texts.filter(([key, text]) => rates.includes(key) && boughtMinute[locale].test(text));
    expect(wrong).toEqual([]);
  });

  it('have one in the place of each text that is true for minutes only', () => {
    const keys = new Set(texts.map(([key]) => key));
    expect(Object.values(ofMinutes).filter((key) => !keys.has(key))).toEqual([]);
  });

  it.each(unitLengths.filter((seconds) => seconds !== fixedPrices.unitSeconds))(
    'are true in terms and categories with units of %i seconds',
    (unitSeconds) => {
      const range = { min: 30, max: 120, step: 10 };
      const amounts = figuresOf({ chat: range, vip: range, unitSeconds });
      const files = globSync(`src/content/{legal,categories}/*/${locale}.md`);
      expect(files.length).toBeGreaterThan(0);
      const shown = files.map((file) => legalHtml(readFileSync(file, 'utf8'), hasFeature, { amounts }));
      expect(shown.filter((text) => boughtMinute[locale].test(text))).toEqual([]);
      expect(shown.join()).toMatch(new RegExp(`\\b${unitSeconds} (?:seconds|seconden|Sekunden)`));
    },
  );
});
