import { z } from 'zod';
import { contentOf } from './content.ts';

const text = z.string().trim().min(1);

/** Of pages that the site cannot make: the server can, or the browser has kept them. */
export const errorTexts = contentOf(
  'errors',
  z.strictObject({
    home: text,
    status400: text,
    status403: text,
    status404: text,
    status405: text,
    status413: text,
    status500: text,
    offline: z.strictObject({ title: text, text, again: text }),
  }),
);
