import { foldEmail } from './account/credentials.ts';

/** How a provider delivers several addresses to one mailbox. */
interface Provider {
  readonly domains: RegExp;
  /** The domain for comparison, if names are the same at all domains. */
  readonly domain?: string;
  /** Characters of a name that do not count, or their common character. */
  readonly fold?: { readonly characters: RegExp; readonly to: '' | '-' };
  /** Begins a tag, beside `+`. */
  readonly tag?: '-';
}

/** Groups: name in a subdomain, and domain. */
const fastmail = /^(?:(?:.*\.)?([^.]+)\.)?(fastmail\.(?:[a-z]{2}|com|net|org|co\.uk|com\.au))$/;

/** From the providers' help pages. Other domains of theirs are separate mailboxes. `mailbox_of` in SQL has the same table. */
const providers: readonly Provider[] = [
  {
    domains: /^(?:gmail|googlemail)\.com$/,
    domain: 'gmail.com',
    fold: { characters: /\./g, to: '' },
  },
  { domains: /^(?:icloud|me|mac)\.com$/, domain: 'icloud.com' },
  {
    domains: /^(?:proton\.me|protonmail\.com|protonmail\.ch|pm\.me)$/,
    domain: 'proton.me',
    fold: { characters: /[._-]/g, to: '' },
  },
  {
    domains: /^(?:ya\.ru|yandex\.(?:ru|com|by|kz|ua|uz|com\.tr))$/,
    domain: 'yandex.com',
    fold: { characters: /\./g, to: '-' },
  },
  { domains: /^(?:yahoo\.(?:[a-z]{2}|com?\.[a-z]{2}|com)|(?:ymail|rocketmail|myyahoo)\.com)$/, tag: '-' },
  {
    domains: fastmail,
    // A name cannot have `_` in a subdomain.
    fold: { characters: /_/g, to: '-' },
  },
];

const split = /^(.*)@([^@]*)$/u;

/**
 * The mailbox of an e-mail address, for comparison only: lower case, without tag (`+…`) and with what its provider
 * ignores. `mailbox_of` in SQL does the same with a folded address.
 */
export function mailboxOf(email: string): string {
  const [, local = '', domain = ''] = split.exec(foldEmail(email)) ?? [];
  const provider = providers.find(({ domains }) => domains.test(domain));
  // Fastmail delivers anything@name.fastmail.com to name@fastmail.com.
  const [, user, parent] = fastmail.exec(domain) ?? [];
  const plain = withoutTag(user ?? withoutTag(local, '+'), provider?.tag);
  const { characters, to } = provider?.fold ?? { characters: /$^/g, to: '' };
  return `${plain.replace(characters, to)}@${provider?.domain ?? parent ?? domain}`;
}

/** A name that begins with the tag's character is left as it is. */
function withoutTag(name: string, tag: '+' | '-' | undefined): string {
  const at = tag === undefined ? -1 : name.indexOf(tag);
  return at > 0 ? name.slice(0, at) : name;
}
