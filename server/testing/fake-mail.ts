import { AddressRefused, type Mail, type MailGateway } from '#server/ports/mail.ts';

export interface FakeMail {
  gateway: MailGateway;
  sent: Mail[];
  /** Number of next mails to refuse. */
  refuse: number;
  /** Addresses that do not exist. */
  readonly unknown: Set<string>;
}

export function fakeMail(): FakeMail {
  const fake: FakeMail = {
    sent: [],
    refuse: 0,
    unknown: new Set(),
    gateway: {
      async send(mail) {
        if (fake.refuse > 0) {
          fake.refuse -= 1;
          throw new Error('The mail server refused');
        }
        if (fake.unknown.has(mail.to)) throw new AddressRefused(`550 5.1.1 <${mail.to}>: unknown`);
        fake.sent.push(mail);
      },
    },
  };
  return fake;
}
