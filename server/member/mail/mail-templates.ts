import { brandIdentity } from '#contract/brand.ts';
import { type Locale, localePath } from '#contract/locales.ts';
import { DELETION_DAYS } from '#contract/member/account/account-calls.ts';
import { isDeskPath } from '#contract/site/page-routes.ts';
import { linkFromOutside, withAffiliate } from '#contract/site/site-page.ts';
import type { Affiliate } from '#contract/tracking/affiliate.ts';
import { prices } from '#contract/wallet/prices.ts';
import { fill } from '#server/content/content.ts';
import { mailTexts } from '#server/content/mails.ts';
import { mailHtml } from '#server/gateways/mail/mail-html.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Mail } from '#server/ports/gateways.ts';

/** `count` in digits; empty without passkeys. */
function keepsWorking(name: MailName, lang: Locale, count: string): string {
  if (count === '0') return '';
  const texts = mailTexts.in(lang);
  const { one, other } = name === 'studioPasswordChanged' ? texts.studioKeepsWorking : texts.keepsWorking;
  return `${fill(count === '1' ? one : other, { count })} `;
}

/** Values known only when the mail is written. */
export type MailValues = Readonly<Record<string, string>>;

type Named<Texts> = {
  [Name in keyof Texts]: Texts[Name] extends { subject: string } ? Name : never;
}[keyof Texts];
export type MailName = Named<ReturnType<typeof mailTexts.in>>;

export interface MailHead {
  to: string;
  lang: Locale;
  /** What the links carry: `memberAffiliate`, or `noAffiliate` for a person without an account of a member. */
  affiliate: Affiliate;
  /** Path and query, without public URL and language. */
  path: string;
  /** Path and query of the page that stops mails of this kind. */
  stop?: string;
}

export const noAffiliate: Affiliate = {};

const wordsOf = (name: MailName, lang: Locale, { passkeys = '0', ...values }: MailValues) => {
  const { subject, lead, button, rest } = mailTexts.in(lang)[name];
  const all = {
    credits: prices.welcome,
    days: DELETION_DAYS,
    passkeys: keepsWorking(name, lang, passkeys),
    ...values,
  };
  return {
    subject: fill(subject, all),
    lead: fill(lead, all),
    button: fill(button, all),
    rest: fill(rest, all),
  };
};

/** Writes a mail as text and HTML, ready for the outbox. */
export function writeMail(
  deps: Pick<Deps, 'config' | 'newId'>,
  name: MailName,
  head: MailHead,
  values: MailValues = {},
): Mail {
  const house = brandIdentity.name;
  const words = wordsOf(name, head.lang, { house, ...values });
  const { publicUrl, desk } = deps.config;
  const isAtDesk = desk && isDeskPath(head.path.split('?', 1)[0] ?? '');
  const base = (isAtDesk ? desk.url : publicUrl).replace(/\/$/, '');
  const link = base + addressOf(head);
  const stop = head.stop && {
    text: mailTexts.in(head.lang).stop,
    link: base + addressOf({ ...head, path: head.stop }),
  };
  const stopLine = stop ? `\n${stop.text}: ${stop.link}\n` : '';
  return {
    id: deps.newId(),
    to: head.to,
    subject: words.subject,
    text: `${words.lead}\n\n${link}\n\n${words.rest}\n\n${house}\n${stopLine}`,
    html: mailHtml({ ...words, link, house, lang: head.lang, ...(stop && { stop }) }),
    ...(stop && { stop: stop.link }),
  };
}

/**
 * Like page URLs, `/en` without a slash: a redirect would load a single-use link twice. A member's page goes through
 * the login.
 */
function addressOf({ lang, path, affiliate }: MailHead): string {
  const [pathname = '/', query] = path.split('?', 2);
  const page = localePath(lang, pathname) + (query === undefined ? '' : `?${query}`);
  // The login carries it too, for its own links.
  return withAffiliate(linkFromOutside(withAffiliate(page, affiliate)), affiliate);
}
