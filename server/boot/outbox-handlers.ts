import { recoveryWork, sendResetMail } from '#server/member/mail/send-reset-mail.ts';
import { giveUpName, giveUpNameWork } from '#server/member/names/give-up-name.ts';
import { mailWork } from '#server/outbox/mail-work.ts';
import { type WorkHandler, workHandler } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';

export const outboxHandlers = (deps: Deps): WorkHandler[] => [
  workHandler(mailWork, async (mail) => {
    await deps.mail.send(mail);
    deps.events.record('mail.sent');
  }),
  workHandler(recoveryWork, (asked) => sendResetMail(deps, asked)),
  workHandler(giveUpNameWork, (named) => giveUpName(deps, named)),
];
