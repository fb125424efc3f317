import { z } from 'zod';
import { contentOf } from '#server/content/content.ts';
import { codeAnswers } from '#server/ports/ivr.ts';

const text = z.string().trim().min(1);

/** Not among the site's messages: the simulator stands for a telephone. */
export const phoneTexts = contentOf(
  'sandbox/phone',
  z.strictObject({
    title: text,
    notice: text,
    dial: text,
    /** Played before anything is charged. */
    announced: text,
    promo: text,
    code: text,
    codeHint: text,
    enter: text,
    hangUp: text,
    /** At the time of the page: the text does not count by itself. */
    lasted: text,
    again: text,
    ended: text,
    said: z.record(z.enum([...codeAnswers, 'away']), text),
  }),
);
