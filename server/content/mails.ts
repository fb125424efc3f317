import { z } from 'zod';
import { contentOf } from './content.ts';

const text = z.string().trim().min(1);
const mail = z.strictObject({ subject: text, lead: text, button: text, rest: text });

/** In the order in which an account receives them. `{{house}}` is the name of the site. */
export const mailTexts = contentOf(
  'mails',
  z.strictObject({
    activation: mail,
    /** To a verified member whose address was refused for a while. */
    addressCheck: mail,
    accountExists: mail,
    reset: mail,
    passwordChanged: mail,
    emailConfirm: mail,
    emailTaken: mail,
    emailChanged: mail,
    newDevice: mail,
    passkeyAdded: mail,
    passkeyRenamed: mail,
    passkeyRemoved: mail,
    passkeyCopied: mail,
    purchase: mail,
    withdrawal: mail,
    refund: mail,
    /** Contains neither names nor message text, because others may see it. */
    unread: mail,
    /** The same for a browser notice. */
    notice: text,
    /** As `unread`, about a favourite who is live. */
    live: mail,
    liveNotice: text,
    reportReceived: mail,
    /** To the reported person and to the reporters; they name nobody. */
    caseDecided: mail,
    reportDecided: mail,
    appealDecided: mail,
    reportAppealDecided: mail,
    /** Clauses for `{{outcome}}`. */
    reportOutcomes: z.strictObject({ action: text, 'no-action': text, upheld: text, overruled: text }),
    deletionAsked: mail,
    accountKept: mail,
    /** To performers. The first is the operator's one-time link. */
    studioLink: mail,
    studioPasswordChanged: mail,
    studioNewDevice: mail,
    studioPictureRefused: mail,
    /** To performers: a suspension with its statement of reasons, and its end. */
    performerSuspended: mail,
    /** To people who want to become performers. */
    applicationReceived: mail,
    applicationDeclined: mail,
    suspensionLifted: mail,
    suspensions: z.strictObject({ forGood: text, untilDay: text }),
    /** To performers: a bank transfer is on its way. */
    paidOut: mail,
    /** To performers: a bank transfer came back, and its credits are unpaid again. */
    payoutReturned: mail,
    /** To operators: the one-time link to the desk. */
    deskLink: mail,
    deskNewDevice: mail,
    /** Passkeys stay valid after a new password, which their owner has to know. */
    keepsWorking: z.strictObject({ one: text, other: text }),
    studioKeepsWorking: z.strictObject({ one: text, other: text }),
    /** The unsubscribe link of optional mails. */
    stop: text,
  }),
);
