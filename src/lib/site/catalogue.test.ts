import { describe, expect, test } from 'vitest';
import { type Locale, locales } from '#contract/locales.ts';
import { phoneTexts } from '#server/gateways/ivr/sandbox-page.ts';
import { type MessageKey, type MessageTree, messages } from './i18n.ts';

const treeOf = (locale: Locale) => messages[locale] as unknown as MessageTree;

/** The text of a key, also of one with plurals. */
function textOf(tree: MessageTree, key: string): string | undefined {
  const at = (path: string): string | MessageTree | undefined =>
    path
      .split('.')
      .reduce<string | MessageTree | undefined>(
        (node, name) => (typeof node === 'object' ? node[name] : undefined),
        tree,
      );
  const found = at(key) ?? at(`${key}_other`);
  return typeof found === 'string' ? found : undefined;
}

/** Labels and named texts of the specification, with the product's key for each. */
const catalogue: readonly (readonly [named: string, ...keys: MessageKey[]])[] = [
  // platform 5 and 8: login, registration, recovery, password, username
  ['registration.error.username_required', 'member.registration.error.username_required'],
  ['invalid_email', 'member.registration.error.invalid_email'],
  ['password_required', 'member.registration.error.password_required'],
  ['email_required', 'member.registration.error.email_required'],
  ['email_invalid', 'member.registration.error.email_invalid'],
  ['password_minlength', 'member.registration.error.password_minlength'],
  ['password_maxlength', 'member.registration.error.password_maxlength'],
  ['password_no_numbers', 'member.registration.error.password_no_numbers'],
  ['password_no_letters', 'member.registration.error.password_no_letters'],
  ['password_no_whitespace', 'member.registration.error.password_no_whitespace'],
  ['old password required; new differs; repeat equal', 'settings.password.oldRequired'],
  ['new password differs from the old', 'settings.password.same'],
  ['repeated password is equal', 'member.reset.notEqual'],
  ['incorrect old password', 'settings.password.wrongOld'],
  ['generic error of a password change', 'settings.password.failed'],
  ['recovery input required', 'member.forgot.required'],
  ['recovery input too short', 'member.forgot.tooShort'],
  ['change_username.invalidChar', 'settings.username.error.invalidChar'],
  ['change_username.nicknameLength', 'settings.username.error.nicknameLength'],
  ['change_username.username_exists', 'settings.username.error.username_exists'],
  ['registration.error.forbiddenWords', 'member.registration.error.forbiddenWords'],
  ['18+, terms accepted', 'member.register.termsRequired'],
  ['new e-mail differs', 'settings.email.same'],
  ['repeated e-mail is equal', 'settings.email.notEqual'],
  ['badRequest.login.notExists, notExistsError', 'member.login.notExists'],
  ['badRequest.login.deleted', 'member.login.deleted'],
  ['badRequest.incorrectPassword', 'member.login.incorrectPassword'],
  ['badRequest.invalid.login', 'member.login.invalid'],
  ['register_error', 'member.register.failed'],
  ['undefinedError', 'ui.failed'],
  ['email_exists', 'member.register.emailExists'],
  ['link expired', 'member.link.expired', 'member.activate.expiredTitle'],
  ['P8.27 L8.18 link already used', 'member.link.used', 'member.activate.usedTitle'],
  ['spam folder', 'member.confirmation.spam'],
  ['claim credits', 'member.claim'],
  // platform 2 and 6: pages
  ['Page not found', 'errors.notFound'],
  ['This page could not be found', 'errors.notFoundText'],
  ['Something went wrong', 'errors.500'],
  ['log in for favourites', 'nav.favouritesLogin'],
  ['P8.27 L8.18 search.no_results', 'search.none', 'grid.empty'],
  // platform 5 and 8: messages and photos
  ['P8.25 message not sent', 'messenger.refused.failed', 'chat.notSent'],
  ['no contact information', 'messenger.noContact'],
  ['ImageNotAllowed', 'photos.imageNotAllowed'],
  ['ImageToBig', 'photos.imageTooBig'],
  ['no webcam', 'photos.noCamera'],
  ['L8.18 message length', 'chat.tooLong', 'chat.charactersLeft'],
  // live 4, 5 and 8: credits, payment, phone
  ['P8.27 L8.18 not enough credits for a message', 'wallet.noCredits.messaging', 'wallet.noCredits.buy'],
  ['P8.27 L8.18 not enough credits for the stream', 'wallet.noCredits.stream', 'wallet.noCredits.joining'],
  ['P8.27 L8.18 not enough credits for a tip', 'wallet.noCredits.tip', 'wallet.noCredits.tipRefused'],
  ['P8.27 L8.18 not enough credits for VIP', 'wallet.noCredits.vip'],
  ['L8.18 tip limits', 'chat.tip.limits'],
  ['P8.27 L8.18 payment failure', 'wallet.failed', 'wallet.reason.failed', 'wallet.reason.fraud'],
  ['payment reason default', 'wallet.reason.default'],
  ['payment reason rejected', 'wallet.reason.rejected'],
  ['payment reason expired', 'wallet.reason.expired'],
  ['payment reason cancelled', 'wallet.reason.cancelled'],
  ['P8.27 L8.18 session not found', 'dialIn.notFound'],
  ['nickname', 'dialIn.nickname.length', 'dialIn.nickname.invalidChar', 'dialIn.nickname.forbidden'],
  // live 3, 4 and 8: the stream
  ['guest_expired', 'chat.ended.guest_expired'],
  ['P8.27 duplicate_session', 'chat.ended.duplicate_session'],
  ['paused', 'chat.ended.paused'],
  ['default', 'chat.ended.default'],
  ['dialin_stopped', 'chat.ended.dialin_stopped'],
  ['VIP accepted, declined, stopped', 'vip.notice.accepted', 'vip.notice.declined', 'vip.notice.stopped'],
  ['toy on and off', 'toys.on', 'toys.off'],
  ['NotSupported', 'chat.noSupport'],
  ['Outdated', 'chat.outdated'],
  ['CriticalOutdated', 'chat.tooOld'],
  ['Camback container not found', 'camBack.trouble.container'],
  ['camera-back preview error', 'camBack.trouble.preview'],
];

const families = {
  status: ['online', 'live', 'vip', 'free', 'pause', 'offline', 'busy', 'break'],
  'toys.level': ['low', 'normal', 'medium', 'hard', 'ultra', 'extreme'],
  'tips.named': ['wink', 'kiss', 'drink', 'heart', 'gift'],
  'chat.tip.preset': ['rose', 'kiss', 'loving', 'love', 'rockIt', 'diamond'],
  'messenger.filter': ['all', 'unanswered', 'answered', 'favourites', 'models'],
  'profile.field': [
    'bio',
    'breastSize',
    'character',
    'cybertoy',
    'decency',
    'drinks',
    'ethnicity',
    'eyeColor',
    'favoriteBodyPart',
    'favoriteDrinks',
    'favoriteFood',
    'favoriteMusic',
    'food',
    'gender',
    'hairColor',
    'hobbies',
    'kinkyAttributes',
    'languages',
    'lifeGoal',
    'luckyNumber',
    'manType',
    'music',
    'nicestAboutMe',
    'nicestAboutMen',
    'nonude',
    'oftenOnline',
    'orientation',
    'penisSize',
    'personality',
    'pets',
    'physique',
    'piercings',
    'pubicHair',
    'relationship',
    'sexLocation',
    'sexPosition',
    'sexualPreference',
    'shaved',
    'showType',
    'smoker',
    'smoking',
    'tattoo',
    'tattoos',
    'turnoff',
    'weakness',
    'webcamming',
    'zodiac',
  ],
};

describe.each(locales)('the texts of the specification (%s)', (locale) => {
  test.each(catalogue)('%s', (_, ...keys) => {
    for (const key of keys) expect(textOf(treeOf(locale), key), key).toMatch(/\S/);
  });

  test.each(Object.entries(families))('%s', (family, names) => {
    const missing = names.filter((name) => !textOf(treeOf(locale), `${family}.${name}`)?.trim());
    expect(missing).toEqual([]);
  });

  test('P8.27 L8.18 an invalid pin, which is spoken on the phone', () => {
    expect(phoneTexts.in(locale).phone.said['invalid-pin']).toMatch(/\S/);
  });
});

test.each([
  ['member.login.invalid', 'Incorrect credentials. Please try again.'],
  ['errors.notFound', 'Page not found'],
  ['errors.notFoundText', 'This page could not be found'],
  ['errors.500', 'Something went wrong'],
  ['nav.favouritesLogin', 'You must be logged in to view your favourites'],
  ['chat.ended.duplicate_session', 'You have joined this chat on a different tab'],
  ['chat.outdated', 'partly supported'],
  ['messenger.refused.failed', 'unknown reason'],
] as const)('%s has the text quoted in the specification', (key, quoted) => {
  expect(textOf(treeOf('en'), key)).toContain(quoted);
});
