const clients = [
  { name: 'Gmail', domains: /^(gmail|googlemail)\./, url: 'https://mail.google.com/mail/' },
  { name: 'Outlook', domains: /^(outlook|hotmail|live)\./, url: 'https://outlook.live.com/mail/' },
] as const;

export interface MailClient {
  readonly name: string;
  readonly url: string;
}

/** The web mail of an e-mail address; null if unknown. */
export function mailClientOf(email: string): MailClient | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return clients.find(({ domains }) => domains.test(domain)) ?? null;
}
