import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done } from '../../fields.ts';

/** A browser's push service URL and keys (RFC 8030, RFC 8291). */
export const browserSchema = z.object({
  endpoint: z.url({ protocol: /^https$/ }).check(z.maxLength(1024)),
  keys: z.object({
    /** An uncompressed P-256 point. */
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
});
export type Browser = z.infer<typeof browserSchema>;

export const readNoticeKey = endpoint({
  base: 'member',
  method: 'GET',
  path: '/notices/key',
  summary: 'Returns the public key with which a browser subscribes to notices; null if the site sends none',
  access: 'member',
  input: z.object({}),
  output: z.object({ key: z.nullable(z.string()) }),
  errors: [],
});

export const subscribeBrowser = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/notices/browser',
  summary: 'Subscribes a browser to notices until the caller logs out; a repeat within 60 days renews it',
  access: 'member',
  input: z.extend(browserSchema, {
    /** Whether it is told of messages. */
    messages: z._default(z.boolean(), true),
  }),
  output: done,
  errors: ['badRequest.notFound'],
});

export const unsubscribeBrowser = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/notices/browser',
  summary: 'Ends the notices to a browser of the caller; idempotent',
  access: 'member',
  input: z.pick(browserSchema, { endpoint: true }),
  output: done,
  errors: [],
});

export const stopMails = endpoint({
  base: 'member',
  method: 'POST',
  path: '/mails/stop',
  summary: 'Stops a kind of mail with the key in the mail; idempotent',
  access: 'anyone',
  input: z.object({ key: z.string().check(z.trim(), z.minLength(1), z.maxLength(1024)) }),
  output: done,
  errors: ['badRequest.link.expired'],
});
