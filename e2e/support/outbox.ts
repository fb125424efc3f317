import { type APIRequestContext, expect } from '@playwright/test';

interface OutboxMail {
  to: string;
  subject: string;
  text: string;
}

/** Waits for the newest mail to an address in the demo outbox; with `subject`, the newest with such a subject. */
export async function readMail(request: APIRequestContext, to: string, subject = /.*/): Promise<OutboxMail> {
  let found: OutboxMail | undefined;
  await expect
    .poll(async () => {
      const mails: unknown = await (await request.get('/dev/outbox.json')).json();
      found = mailsIn(mails).find((mail) => mail.to === to && subject.test(mail.subject));
      return found?.to;
    }, `a mail to ${to}`)
    .toBe(to);
  return found as OutboxMail;
}

/** Returns the first link of a mail. */
export function linkIn(mail: OutboxMail): string {
  return mail.text.match(/https?:\/\/\S+/)?.[0] ?? '';
}

/** The first link of a mail without its origin: mails that the template was made with do not know the product's port. */
export function pathIn(mail: OutboxMail): string {
  const { pathname, search } = new URL(linkIn(mail));
  return pathname + search;
}

function mailsIn(body: unknown): OutboxMail[] {
  const list = Array.isArray(body) ? body : ((body as { result?: unknown }).result ?? []);
  return list as OutboxMail[];
}
