/** From the error catalogues of the specification (platform 8, live 8). */
export const errorLabels = [
  // every call
  'badRequest.invalid.input',
  'badRequest.invalid.apiKey',
  'badRequest.invalid.origin',
  'badRequest.tooLarge',
  'badRequest.tooMany',
  'badRequest.unauthorized',
  'badRequest.forbidden',
  'badRequest.notFound',
  'UNDEFINED_ERROR',
  'UNAVAILABLE',
  // member
  'badRequest.login.notExists',
  'badRequest.login.deleted',
  'badRequest.login.blocked',
  'badRequest.invalid.login',
  'badRequest.incorrectPassword',
  'badRequest.email_exists',
  'badRequest.username_exists',
  'badRequest.forbiddenWords',
  'badRequest.invalidChar',
  'badRequest.nicknameLength',
  'badRequest.password_common',
  /** Three new e-mail addresses were requested within an hour. */
  'badRequest.emailChange.tooMany',
  'badRequest.link.used',
  'badRequest.link.expired',
  /** The code of an authenticator app is wrong, expired or was used before. */
  'badRequest.code.invalid',
  /** The code is right for another time. Its second field: minutes by which the app’s clock is ahead; negative if behind. */
  'badRequest.code.clock',
  /** A second factor must be proved first: none was given in this login, or too long ago. */
  'badRequest.factor.required',
  /** The operator requires a second factor, so that the last one stays. */
  'badRequest.factor.last',
  'badRequest.passkey.notExists',
  'badRequest.passkey.expired',
  'badRequest.passkey.invalid',
  'badRequest.passkey.copied',
  'badRequest.passkey.exists',
  'badRequest.passkey.full',
  'badRequest.favourites.full',
  // wallet
  'badRequest.invalid.payment',
  'badRequest.deduct.credits.amount',
  'badRequest.invalid.bundle',
  'badRequest.invalid.paymentMethod',
  'badRequest.consent.required',
  'badRequest.withdrawal.closed',
  'badRequest.limit.reached',
  'badRequest.limit.coolOff',
  'badRequest.debt.open',
  'badRequest.idempotency.conflict',
  // performers and chat
  'badRequest.performer.notExists',
  'badRequest.performer.removed',
  'badRequest.performer.offline',
  'badRequest.performer.paused',
  'badRequest.performer.busy',
  'badRequest.invalid.joinToken',
  'badRequest.invalid.auth',
  'badRequest.session.ended',
  'badRequest.session.duplicate',
  'badRequest.guest.expired',
  'badRequest.chat.switched',
  /** A minute costs more than the viewer agreed to. */
  'badRequest.chat.price',
  'badRequest.media.unavailable',
  'badRequest.toy.off',
  'badRequest.toy.full',
  'badRequest.toy.soon',
  /** The item is not on the menu, or has another price now. */
  'badRequest.tip.item',
  'badRequest.dialIn.notExists',
  'badRequest.nickname.required',
  'badRequest.vip.closed',
  'badRequest.camBack.notHere',
  'badRequest.camBack.tooSoon',
  'badRequest.camBack.notStarted',
  /** The performer has ended the camera. */
  'badRequest.camBack.ended',
  'badRequest.chat.muted',
  'badRequest.chat.slow',
  'badRequest.chat.words',
  /** Contact details, links or forbidden words in a profile's texts, a menu or goals. */
  'badRequest.profile.words',
  /** Something else was stored since the form was read: another tab or the operator was faster. */
  'badRequest.form.changed',
  'badRequest.schedule.time',
  'badRequest.schedule.full',
  'badRequest.chat.kicked',
  'badRequest.chat.removed',
  'badRequest.chat.blocked',
  'badRequest.chat.closed',
  'badRequest.moderator.guest',
  'badRequest.moderator.sentOut',
  'badRequest.moderator.full',
  'badRequest.moderator.ended',
  /** The performer, a moderator, or the acting moderator. */
  'badRequest.moderator.protected',
  'badRequest.moderator.already',
  /** Only members can be reported by a performer. */
  'badRequest.report.guest',
  /** Many earlier reports were unfounded: the next one has to wait, unless it is urgent. */
  'badRequest.report.slowed',
  // the desk
  /** A passkey or code must be given first: the last one in this login is too old. */
  'badRequest.desk.confirm',
  /** The operator was away: a passkey or code goes on. */
  'badRequest.desk.locked',
  /** Somebody must remain who may add and disable colleagues. */
  'badRequest.operator.lastOwner',
  /** Somebody else has changed the case since it was read. */
  'badRequest.case.changed',
  /** The case's state does not allow it. */
  'badRequest.case.state',
  /** Whoever made the decision does not decide its appeal. */
  'badRequest.case.ownDecision',
  /** Above the operator's limit of the day: a second operator has to approve it first. */
  'badRequest.request.waits',
  /** By the date of birth she was not an adult on the day of the check. */
  'badRequest.identity.minor',
  /** No approved identity record: she cannot go live. */
  'badRequest.identity.missing',
  /** Her document, or that of a person in her picture, has been invalid for too long. */
  'badRequest.identity.expired',
  /** A sealed record cannot be opened with this SECRET. */
  'badRequest.identity.sealed',
  /** Suspended already, or not suspended. */
  'badRequest.performer.state',
  /** The month was paid already. */
  'badRequest.payout.paid',
  /** The amount owed has changed since the operator read it. */
  'badRequest.payout.changed',
  /** The month is not over, no rate is set, the identity record is missing, she is suspended, or it is too little. */
  'badRequest.payout.stopped',
  // a performer's own prices
  /** The operator does not allow these. */
  'badRequest.price.range',
  /** Somebody pays, has asked for a show, or can still use the rest of paid time. */
  'badRequest.price.paid',
  // messages
  'badRequest.conversation.blocked',
  'badRequest.conversation.ownBlock',
  'badRequest.photo.notExists',
  // files from outside
  /** By the operator's scanner. */
  'badRequest.file.refused',
  /** The operator's scanner did not work. */
  'badRequest.file.unscanned',
  // pictures from outside
  'badRequest.image.notAllowed',
  'badRequest.image.damaged',
  'badRequest.image.tooBig',
  'badRequest.image.tooSmall',
  // places that do not see a performer
  'badRequest.place.notExists',
  /** The site cannot know regions: the whole country can be hidden from. */
  'badRequest.place.region',
  // films from outside
  'badRequest.film.notAllowed',
  /** Recorded in a way that not every browser plays. */
  'badRequest.film.codec',
  'badRequest.film.damaged',
  'badRequest.film.tooBig',
  'badRequest.film.tooLong',
  /** No room for another album, or another picture in it. */
  'badRequest.album.full',
] as const;

export type ErrorLabel = (typeof errorLabels)[number];

/** Labels every call may return besides its own. */
export const commonLabels = [
  'badRequest.invalid.input',
  'badRequest.invalid.apiKey',
  'badRequest.invalid.origin',
  'badRequest.tooLarge',
  'badRequest.tooMany',
  'badRequest.unauthorized',
  'badRequest.forbidden',
  'UNDEFINED_ERROR',
  'UNAVAILABLE',
] as const satisfies readonly ErrorLabel[];

/** Faults of the server, logged as errors. */
const serverErrors: ReadonlySet<ErrorLabel> = new Set([
  'UNDEFINED_ERROR',
  'UNAVAILABLE',
  'badRequest.media.unavailable',
  'badRequest.file.unscanned',
]);

export const isServerError = (label: ErrorLabel): boolean => serverErrors.has(label);

const known: ReadonlySet<string> = new Set(errorLabels);

export function isErrorLabel(value: unknown): value is ErrorLabel {
  return typeof value === 'string' && known.has(value);
}

/** A label, with the wrong fields for bad input. Independent of HTTP status codes. */
export class AppError extends Error {
  readonly label: ErrorLabel;
  readonly fields: readonly string[];
  /** Seconds after which a retry may succeed; undefined if unknown. */
  readonly retryAfter: number | undefined;

  constructor(
    label: ErrorLabel,
    options: { fields?: readonly string[]; cause?: unknown; retryAfter?: number } = {},
  ) {
    super(label, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.label = label;
    this.fields = options.fields ?? [];
    this.retryAfter = options.retryAfter;
  }
}

export function labelOf(error: unknown): ErrorLabel {
  return error instanceof AppError ? error.label : 'UNDEFINED_ERROR';
}
