import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { done } from '../../fields.ts';
import { browserSchema } from './notices.ts';

export const readNoticeKey = endpoint({
  base: 'member',
  method: 'GET',
  path: '/notices/key',
  summary: 'The public key with which a browser asks its push service for notices; null where there are none',
  access: 'member',
  input: z.object({}),
  output: z.object({ key: z.string().nullable() }),
  errors: [],
});

export const subscribeBrowser = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/notices/browser',
  summary: 'Has notices sent to a browser until the caller logs out; again within 60 days renews it',
  access: 'member',
  input: browserSchema,
  output: done,
  errors: ['badRequest.notFound'],
});

export const unsubscribeBrowser = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/notices/browser',
  summary: 'Ends the notices to a browser of the caller; may be repeated',
  access: 'member',
  input: browserSchema.pick({ endpoint: true }),
  output: done,
  errors: [],
});

export const stopMails = endpoint({
  base: 'member',
  method: 'POST',
  path: '/mails/stop',
  summary: 'Stops a kind of mail with the key in the mail itself; may be repeated',
  access: 'anyone',
  input: z.object({ key: z.string().trim().min(1).max(1024) }),
  output: done,
  errors: ['badRequest.link.expired'],
});
