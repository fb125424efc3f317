import { z } from 'zod';
import type { WorkKind } from '#server/outbox/work.ts';
import { type LiveStart, liveStart, readLiveStart } from '#server/performers/profile/live-start.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Mail, mailSchema } from '#server/ports/mail.ts';

interface LiveMail {
  mail: Mail;
  start: LiveStart;
  /** ISO time after which the mail is not sent. */
  until: string;
}

export const liveMailWork: WorkKind<LiveMail> = {
  kind: 'live-mail',
  payload: z.object({ mail: mailSchema, start: liveStart, until: z.string() }),
};

/** Sends nothing if she has stopped meanwhile, or if retries took too long. */
export async function sendLiveMail(deps: Deps, { mail, start, until }: LiveMail): Promise<void> {
  if (deps.now().getTime() >= Date.parse(until) || !(await readLiveStart(deps.db, start))) return;
  await deps.mail.send(mail);
  deps.events.record('mail.sent');
}
