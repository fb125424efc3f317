import { foldEmail } from './account/credentials.ts';

const gmail = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox of an e-mail address, for comparison only: lower case, without tag (`+…`) and, at Gmail, without dots.
 * `mailbox_of` in SQL does the same with a folded address.
 */
export function mailboxOf(email: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/u.exec(foldEmail(email)) ?? [];
  const plain = local.replace(/^([^+]+)\+.*$/u, '$1');
  return gmail.has(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
}
