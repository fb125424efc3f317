import { z } from 'zod';
import type written from '../../src/content/mails/nl.json';
import { type Content, contentOf } from './content.ts';

const text = z.string().trim().min(1);
const mail = z.strictObject({ subject: text, lead: text, button: text, rest: text });
const numbers = z.strictObject({ one: text, other: text });

/** Every other field is a mail: those of `nl.json`, which each language has. */
const schema = z
  .object({
    /** Browser notices. Like the optional mails they contain neither names nor message text, because others may see them. */
    notice: text,
    liveNotice: text,
    followerNotice: text,
    pictureLostNotice: text,
    pictureBackNotice: text,
    /** Clauses for `{{outcome}}`. */
    reportOutcomes: z.strictObject({ action: text, 'no-action': text, upheld: text, overruled: text }),
    suspensions: z.strictObject({ forGood: text, untilDay: text }),
    /** Passkeys stay valid after a new password, which their owner has to know. */
    keepsWorking: numbers,
    studioKeepsWorking: numbers,
    /** The unsubscribe link of optional mails. */
    stop: text,
  })
  .catchall(mail);

/** `{{house}}` is the name of the site. */
export const mailTexts: Content<typeof written> = contentOf<z.ZodType<typeof written>>(
  'mails',
  schema as never,
);
