import type { Mail, MailGateway } from '#server/ports/mail.ts';

export interface FakeMail {
  gateway: MailGateway;
  sent: Mail[];
  /** Number of next mails to refuse. */
  refuse: number;
}

export function fakeMail(): FakeMail {
  const fake: FakeMail = {
    sent: [],
    refuse: 0,
    gateway: {
      async send(mail) {
        if (fake.refuse > 0) {
          fake.refuse -= 1;
          throw new Error('The mail server refused');
        }
        fake.sent.push(mail);
      },
    },
  };
  return fake;
}
