import { brandIdentity } from '../brand.ts';
import type { CredentialError } from './account/credentials.ts';

export type UsernameError = Extract<
  CredentialError,
  'registration.error.forbiddenWords' | 'change_username.invalidChar' | 'change_username.nicknameLength'
>;

export const USERNAME_MIN = 4;
export const USERNAME_MAX = 31;

/** The site's own name, as one word. */
const ownNames = [brandIdentity.key, brandIdentity.name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')];

/** Words for the site's staff. A name of these words only, also with a number, looks official. */
export const staffWords = [
  'abuse',
  'admin',
  'administrator',
  'beheer',
  'beheerder',
  'billing',
  'contact',
  'crew',
  'desk',
  'help',
  'helpdesk',
  'host',
  'info',
  'klantenservice',
  'medewerker',
  'mod',
  'model',
  'moderatie',
  'moderator',
  'noreply',
  'official',
  'officieel',
  'operator',
  'owner',
  'performer',
  'postmaster',
  'redactie',
  'root',
  'security',
  'service',
  'staff',
  'studio',
  'support',
  'systeem',
  'system',
  'team',
  'webmaster',
  ...ownNames,
] as const;

/** Placeholders for a missing name: followed by a number they would look like a generated guest name. */
const nobodyWords = [
  'anon',
  'anoniem',
  'anonymous',
  'bezoeker',
  'gast',
  'guest',
  'lid',
  'member',
  'visitor',
] as const;

/** Not allowed anywhere in a name: contact details and forbidden subjects. */
export const forbiddenWords = [
  'hitler',
  'minderjarig',
  'nazi',
  'preteen',
  'snapchat',
  'telegram',
  'underage',
  'whatsapp',
] as const;

/** Given names and a town that begin with a forbidden word; L counts as I. */
const givenNames: ReadonlySet<string> = new Set([
  'nazide',
  'nazif',
  'nazife',
  'naziha',
  'nazik',
  'nazile',
  'nazim',
  'nazir',
  'nazira',
  'nazire',
  'nazli',
  'nazlican',
  'nazlihan',
  'nazilli',
]);

/** Combining marks, separators and invisible characters. */
const unseen = /[\u0300-\u036f _.'\u00b7\u2019\u00ad\u200b-\u200f\u2060\ufeff-]/g;

/**
 * Characters that look like a letter: capitals, digits and signs, then Latin, Cyrillic and Greek letters. L counts as
 * I.
 */
const readsLike: Readonly<Record<string, string>> = {
  a: 'A4@аАαΑɑ',
  b: 'B8вВьЬβΒ',
  c: 'CсС',
  d: 'DԁԀđĐ',
  e: 'E3€еЕεΕ',
  f: 'F',
  g: 'G69ɡ',
  h: 'HнНһҺΗ',
  i: 'IlL1!|іІӏӀιΙıɩɪłŁ',
  j: 'JјЈ',
  k: 'KкКκΚ',
  m: 'MмМΜ',
  n: 'NпηΝ',
  o: 'O0оОοΟøØ',
  p: 'PрРρΡ',
  q: 'QԛԚ',
  r: 'RгГ',
  s: 'S5$ѕЅ',
  t: 'T7тТτΤ',
  u: 'Uυ',
  v: 'Vν',
  w: 'WԝԜω',
  x: 'XхХχΧ',
  y: 'YуУγΥ',
  z: 'Z2Ζ',
};
export const letterOf: ReadonlyMap<string, string> = new Map(
  Object.entries(readsLike).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
);

/** Replaces each character by the letter it looks like. */
export const foldLetters = (name: string): string =>
  [...name.normalize('NFKD').replace(unseen, '')]
    .map((character) => letterOf.get(character) ?? character)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/**
 * Names that read alike become equal: `4dm-1n` and `Admin`, `Femmke` and `Femke`. The database has the same function
 * (`fold_look_alikes`, migration 0004); a test compares them.
 */
export const foldLookAlikes = (name: string): string => foldLetters(name).replace(/(.)\1+/gu, '$1');

/** Names this one could be mistaken for, folded: itself, and itself without a single digit at its end. */
export function readingsOf(name: string): string[] {
  const readings = [name, name.replace(/(\D)\d$/, '$1')].map(foldLookAlikes);
  return [...new Set(readings)].filter((reading) => reading !== '');
}

/** A sequence of staff words, in which any letter may be repeated. */
const onlyStaff = new RegExp(
  `^(?:${staffWords.map((word) => [...foldLookAlikes(word)].map((letter) => `${letter}+`).join('')).join('|')})+$`,
);
const nobodies: ReadonlySet<string> = new Set(nobodyWords.map(foldLookAlikes));
const forbidden = forbiddenWords.map(foldLookAlikes);

/** Without a number at the end. */
const stemOf = (name: string): string => name.replace(/[-_\d]+$/, '');

const isStaff = (name: string): boolean =>
  [name, stemOf(name)].some((part) => onlyStaff.test(foldLetters(part)));

/** `Gast`, `L1d7`, `Guest-ab12`. */
function isNobody(name: string): boolean {
  const [first = '', ...rest] = name.split(/[-_]+/).filter((part) => part !== '');
  const numbered = /^[0-9a-f]*$/i.test(rest.join('')) && nobodies.has(foldLookAlikes(first));
  return numbered || nobodies.has(foldLookAlikes(stemOf(name)));
}

/** Removes given names before the check for forbidden words. */
export const withoutGivenNames = (name: string): string =>
  name.replace(/[A-Z]?[a-z]+|[A-Z]+/g, (word) => (givenNames.has(word.toLowerCase()) ? '' : word));

/** Null if the name is accepted; the server also checks that no member has it and no performer has a look-alike. */
export function refuseUsername(name: string): UsernameError | null {
  if (!/^[A-Za-z0-9_-]*$/.test(name)) return 'change_username.invalidChar';
  if (name.length < USERNAME_MIN || name.length > USERNAME_MAX) return 'change_username.nicknameLength';
  const folded = foldLookAlikes(withoutGivenNames(name));
  const refused = isStaff(name) || isNobody(name) || forbidden.some((word) => folded.includes(word));
  return refused ? 'registration.error.forbiddenWords' : null;
}

/** Minimum length: shorter parts of an e-mail address occur in any name. */
const PART_MIN = 3;

/** Whether a name reveals the local part of an e-mail address or a part of it: `fred.jansen@…` and `Jansen88`. */
export function tellsEmail(name: string, email: string): boolean {
  const local = email.replace(/@[^@]*$/, '');
  const parts = local.split(/[^\p{L}\p{N}]+|\d+/u).filter((part) => part.length >= PART_MIN);
  const readings = [local, ...parts].map(foldLookAlikes).filter((reading) => reading.length > 1);
  const folded = foldLookAlikes(name);
  return readings.some((reading) => folded.includes(reading));
}
