import type { ErrorLabel } from '#contract/errors.ts';
import type { MessageKey } from '../../site/i18n.ts';

export type RefusalTexts = Readonly<Partial<Record<ErrorLabel, MessageKey>>>;

/** Text of a refusal (platform spec 8); labels whose meaning depends on the place are not here. */
const texts: RefusalTexts = {
  UNAVAILABLE: 'ui.unavailable',
  'badRequest.tooMany': 'member.tooMany',
  // account
  'badRequest.login.notExists': 'member.login.notExists',
  'badRequest.login.deleted': 'member.login.deleted',
  'badRequest.login.blocked': 'member.login.blocked',
  'badRequest.invalid.login': 'member.login.invalid',
  'badRequest.incorrectPassword': 'member.login.incorrectPassword',
  'badRequest.email_exists': 'member.register.emailExists',
  'badRequest.password_common': 'member.registration.error.password_common',
  'badRequest.link.used': 'member.link.used',
  'badRequest.link.expired': 'member.link.expired',
  'badRequest.emailChange.tooMany': 'settings.email.tooMany',
  'badRequest.username_exists': 'settings.username.error.username_exists',
  'badRequest.forbiddenWords': 'settings.username.error.forbiddenWords',
  'badRequest.invalidChar': 'settings.username.error.invalidChar',
  'badRequest.nicknameLength': 'settings.username.error.nicknameLength',
  'badRequest.code.invalid': 'studio.factor.wrong',
  'badRequest.factor.required': 'studio.factor.unproved',
  'badRequest.factor.last': 'studio.factor.last',
  'badRequest.desk.confirm': 'desk.confirm.needed',
  'badRequest.passkey.notExists': 'passkeys.notExists',
  'badRequest.passkey.expired': 'passkeys.expired',
  'badRequest.passkey.invalid': 'passkeys.refused',
  'badRequest.passkey.copied': 'passkeys.login.copied',
  'badRequest.passkey.exists': 'passkeys.exists',
  'badRequest.passkey.full': 'passkeys.full',
  // messages and photos
  'badRequest.conversation.blocked': 'messenger.refused.blocked',
  'badRequest.conversation.ownBlock': 'messenger.refused.ownBlock',
  'badRequest.photo.notExists': 'messenger.refused.photo',
  'badRequest.file.refused': 'ui.fileRefused',
  'badRequest.file.unscanned': 'ui.fileUnscanned',
  'badRequest.image.notAllowed': 'photos.imageNotAllowed',
  'badRequest.image.damaged': 'photos.imageDamaged',
  'badRequest.image.tooBig': 'photos.imageTooBig',
};

/** `own` overrides the table; `otherwise` is the default for a label in neither. */
export const textFor = (
  label: ErrorLabel,
  own?: RefusalTexts,
  otherwise: MessageKey = 'ui.failed',
): MessageKey => own?.[label] ?? texts[label] ?? otherwise;

/** Texts of what an upload or a form of the page is refused for. */
export const pictureRefusals = {
  'badRequest.invalid.input': 'pictures.wrong.none',
  'badRequest.tooLarge': 'pictures.wrong.imageTooBig',
  'badRequest.file.refused': 'ui.fileRefused',
  'badRequest.file.unscanned': 'ui.fileUnscanned',
  'badRequest.image.notAllowed': 'pictures.wrong.imageNotAllowed',
  'badRequest.image.damaged': 'pictures.wrong.imageDamaged',
  'badRequest.image.tooBig': 'pictures.wrong.imageTooBig',
  'badRequest.image.tooSmall': 'pictures.wrong.imageTooSmall',
  'badRequest.film.notAllowed': 'pictures.wrong.filmNotAllowed',
  'badRequest.film.codec': 'pictures.wrong.filmCodec',
  'badRequest.film.damaged': 'pictures.wrong.filmDamaged',
  'badRequest.film.tooBig': 'pictures.wrong.filmTooBig',
  'badRequest.film.tooLong': 'pictures.wrong.filmTooLong',
  'badRequest.album.full': 'pictures.wrong.full',
  'badRequest.notFound': 'pictures.wrong.gone',
  'badRequest.profile.words': 'pictures.wrong.words',
} as const satisfies RefusalTexts;
