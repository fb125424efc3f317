import { z } from 'zod';
import { contentOf } from './content.ts';

const text = z.string().trim().min(1);
const mail = z.strictObject({ subject: text, lead: text, button: text, rest: text });

/** In the order in which an account meets them. `{{house}}` is what the site is called. */
export const mailTexts = contentOf(
  'mails',
  z.strictObject({
    activation: mail,
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
    /** Names nobody and says nothing of what was written: others may see it. */
    unread: mail,
    /** The same, of a browser's notice. */
    notice: text,
    reportReceived: mail,
    deletionAsked: mail,
    accountKept: mail,
    /** A new password leaves passkeys as they are (docs/decisions/0096), which whoever chose it has to know. */
    keepsWorking: z.strictObject({ one: text, other: text }),
    /** The link of mails that one can do without. */
    stop: text,
  }),
);
