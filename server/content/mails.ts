import { z } from 'zod';
import { groundNames, measures } from '#contract/safety/decisions.ts';
import type written from '../../src/content/mails/nl.json';
import { type Content, contentOf } from './content.ts';

const text = z.string().trim().min(1);
const mail = z.strictObject({ subject: text, lead: text, button: text, rest: text });
const numbers = z.strictObject({ one: text, other: text });

const sentencesFor = <Name extends string>(names: readonly Name[]) =>
  z.record(z.enum(names as [Name, ...Name[]]), text);

const statements = z.strictObject({
  measures: sentencesFor(measures),
  forReporter: z.strictObject({ none: text, measure: text }),
  lasts: z.strictObject({ until: text, always: text }),
  room: text,
  roomOf: text,
  places: text,
  basis: z.strictObject({ law: text, rule: text, none: text }),
  facts: text,
  source: z.strictObject({ notice: text, own: text }),
  staff: text,
  redress: text,
  outcomes: z.strictObject({ upheld: text, overruled: text, withdrawn: text }),
  undone: sentencesFor(measures),
  /** The measure was not undone because something else keeps it. */
  stays: text,
  undoneForReporter: z.strictObject({ measure: text, again: text }),
  /** Names of the grounds, and facts as a template. */
  grounds: z.record(z.enum(groundNames), z.strictObject({ name: text, facts: text })),
});

/** Every other field is a mail: those of `nl.json`, which each language has. */
const schema = z
  .object({
    /** Browser notices. Like the optional mails they contain neither names nor message text, because others may see them. */
    notice: text,
    liveNotice: text,
    followerNotice: text,
    pictureLostNotice: text,
    pictureBackNotice: text,
    /** Sentences of which the statement of a decision is built. */
    statements,
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
