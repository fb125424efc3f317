import { makeFilm } from '#server/demo/album/make-film.ts';
import type { Deps } from '#server/deps.ts';
import { sendResetMail } from '#server/member/mail/send-reset-mail.ts';
import type { Work } from './work.ts';

/** Does one piece of work. It may be done twice when the process dies in between, never not at all. */
export async function doWork(deps: Deps, work: Work): Promise<void> {
  switch (work.kind) {
    case 'mail':
      await deps.mail.send(work.payload);
      deps.events.record('mail.sent');
      return;
    case 'recovery':
      return sendResetMail(deps, work.payload);
    case 'demo-film':
      return makeFilm(deps, work.payload);
    default:
      work satisfies never;
  }
}
