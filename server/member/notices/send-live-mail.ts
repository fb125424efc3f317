import { z } from 'zod';
import type { WorkKind } from '#server/outbox/work.ts';
import { type LiveStart, liveStart, readLiveStart } from '#server/performers/profile/live-start.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Mail, mailSchema } from '#server/ports/mail.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import { absentMember } from './reads.ts';

interface LiveMail {
  /** The member; missing in work that an earlier version queued, which is dropped. */
  memberId?: number | undefined;
  mail: Mail;
  start: LiveStart;
  /** ISO time after which the mail is not sent. */
  until: string;
}

export const liveMailWork: WorkKind<LiveMail> = {
  kind: 'live-mail',
  payload: z.object({
    memberId: z.number().int().optional(),
    mail: mailSchema,
    start: liveStart,
    until: z.string(),
  }),
};

/** Sends nothing if she has stopped or hides from the member meanwhile, or if retries took too long. */
export async function sendLiveMail(deps: Deps, { memberId, mail, start, until }: LiveMail): Promise<void> {
  if (memberId === undefined || deps.now().getTime() >= Date.parse(until)) return;
  const viewer = await absentMember(deps, deps.db, memberId);
  if (!(await readLiveStart(deps.db, start, viewer))) return;
  await deliverMail(deps, mail);
}
