import { z } from 'zod';
import { contentOf } from './content.ts';

const text = z.string().trim().min(1);

/** For pages the site can't render: from the server, or cached in the browser. */
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
