import type { Locale } from '#contract/locales.ts';
import type { MailContent } from '#server/gateways/mail/mail-html.ts';

type MailTexts = Pick<MailContent, 'subject' | 'lead' | 'button' | 'rest'>;

export type MailValues = Readonly<Record<string, string>>;

/** `house`: what the site is called; `values`: what is known only when the mail is written. */
export type MailTemplate = (house: string, values: MailValues) => Record<Locale, MailTexts>;
