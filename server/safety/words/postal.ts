import { units } from './phone-cues.ts';
import { skipSpace, type Token } from './tokens.ts';
import { type Part, wordSet } from './word-list.ts';

/** Endings of street names written in one word. */
const streetEnd =
  /^\p{L}{3,}(?:straat|str|laan|weg|gracht|kade|plein|singel|steeg|dreef|dijk|plantsoen|hof|markt|boulevard|allee|strasse|straße|gasse|platz|damm|ufer)$/u;
const notStreets = wordSet(`
  onderweg halverwege terugweg heenweg snelweg spoorweg omweg uitweg tussenweg middenweg lijdensweg autoweg fietsweg rijksweg
  supermarkt arbeidsmarkt rommelmarkt kerstmarkt woningmarkt kerkhof schoolplein voorplein snelwegen parkplatz spielplatz arbeitsplatz sitzplatz stellplatz campingplatz
`);
/** Separate words of a street after a capitalized name: `Oude Gracht 217`, `Grote Markt 3`. */
const streetWords = wordSet(
  'straat laan weg gracht kade plein singel steeg dreef dijk plantsoen hof markt boulevard street road avenue lane allee platz strasse straße damm ufer ring',
);
const english = wordSet('street avenue ave boulevard blvd rd');
/** Have other meanings: only after a capitalized name. */
const englishNamed = wordSet(`
  st road lane ln drive dr court ct place square terrace close crescent way highway grove gardens mews hill row park parade
`);
const connecting = wordSet(
  'the on down this my a an of in from to is it at and along through each every same next one dirt',
);
const numberWords = wordSet('nummer nr number no num');
const addressCues = wordSet(
  'adres address postcode postal zip woon woont live lives huisadres postadres adresse plz',
);

/** Streets with a number, postcodes, and post boxes. */
export function findPostal(tokens: readonly Token[], text: string): Part[] {
  const found: Part[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const last =
      streetAt(tokens, at, text) ??
      cuedStreetAt(tokens, at, text) ??
      englishAt(tokens, at, text) ??
      boxAt(tokens, at) ??
      postcodeAt(tokens, at, text);
    if (last === null) continue;
    found.push({ from: tokens[streetStart(tokens, at, text)]?.from ?? 0, to: tokens[last]?.to ?? 0 });
    at = last;
  }
  return found;
}

const isCapital = (token: Token | undefined, text: string): boolean =>
  token !== undefined && /^\p{Lu}/u.test(text.slice(token.from, token.to));

/** `Kerkstraat 12b`, `Lindelaan nummer 7`: index of the last token. */
function streetAt(tokens: readonly Token[], at: number, text: string): number | null {
  const { kind, text: word } = tokens[at] as Token;
  if (kind !== 'word' || notStreets.has(word)) return null;
  const isNamed =
    tokens[at - 1]?.kind === 'space' && isCapital(tokens[at - 2], text) && isCapital(tokens[at], text);
  if (!streetEnd.test(word) && !(streetWords.has(word) && isNamed)) return null;
  let next = at + 1;
  if (tokens[next]?.text === '.' || tokens[next]?.text === ',') next += 1;
  next = skipSpace(tokens, next);
  if (numberWords.has(tokens[next]?.text ?? ''))
    next = skipSpace(tokens, next + 1 + Number(tokens[next + 1]?.text === '.'));
  return houseNumber(tokens, next);
}

const beforeStreet = wordSet('op aan in de het is at on van den der');

/** `ik woon op Lange Voorhout 12`: any capitalized name after a cue. */
function cuedStreetAt(tokens: readonly Token[], at: number, text: string): number | null {
  if (tokens[at]?.kind !== 'word' || !isCapital(tokens[at], text) || tokens[at + 1]?.kind !== 'space')
    return null;
  const near = tokens.slice(Math.max(0, at - CUE_REACH), at);
  const line = near.slice(near.findLastIndex(({ text: gap }) => gap.includes('\n')) + 1);
  const words = line.filter(({ kind }) => kind === 'word');
  const cue = words.findLastIndex(({ text: word }) => addressCues.has(word));
  const isNear =
    cue >= 0 && words.slice(cue + 1).every((word) => beforeStreet.has(word.text) || isCapital(word, text));
  if (!isNear) return null;
  let next = at + 2;
  for (
    let count = 1;
    count < WORDS_MAX && isCapital(tokens[next], text) && tokens[next + 1]?.kind === 'space';
    count += 1
  )
    next += 2;
  return houseNumber(tokens, next);
}

/** `12`, `12b`, `45-2`, `8 hs`, `twaalf`: index of its last token. */
function houseNumber(tokens: readonly Token[], at: number): number | null {
  const { kind, text = '' } = tokens[at] ?? {};
  const isNumber =
    (kind === 'number' && text.length <= 4) || (kind === 'word' && /^\d{1,4}[a-z]{1,2}$/.test(text));
  if (!isNumber || text.startsWith('0')) return null;
  const after = skipSpace(tokens, at + 1);
  const isAmount = units.has(tokens[after]?.text ?? '') || '%€:'.includes(tokens[at + 1]?.text ?? ' ');
  if (isAmount) return null;
  if (
    '-/'.includes(tokens[at + 1]?.text ?? ' ') &&
    /^(?:\d{1,3}|[a-z]|[ivx]{1,4})$/.test(tokens[at + 2]?.text ?? '')
  )
    return at + 2;
  return /^(?:hs|bis|huis|[a-h]|[1-9]hoog)$/.test(tokens[after]?.text ?? '') ? after : at;
}

/** Index of the first word of a street's name: `Van der Helststraat`. */
function streetStart(tokens: readonly Token[], at: number, text: string): number {
  const { text: word = '' } = tokens[at] ?? {};
  if (!streetEnd.test(word) && !streetWords.has(word)) return at;
  let start = at;
  for (let count = 0; count < 3; count += 1) {
    const before = tokens[start - 2];
    const isPart = isCapital(before, text) || /^(?:der|den|de)$/.test(before?.text ?? '');
    if (
      tokens[start - 1]?.kind !== 'space' ||
      before?.kind !== 'word' ||
      !isPart ||
      (start === 2 && start === at && streetEnd.test(word) && !surnames.has(before.text))
    )
      break;
    start -= 2;
  }
  return start < at && !isCapital(tokens[start], text) ? at : start;
}

/** Start a street's name, also at the start of a text. */
const surnames = wordSet(
  'van von prins prinses sint st sankt oude nieuwe grote kleine lange korte alte neue große kleine prof dr burgemeester koning',
);

const WORDS_MAX = 3;

/** A space within a line. */
const isGap = (token: Token | undefined): boolean => token?.kind === 'space' && !token.text.includes('\n');

/** Precede a house number in a lower-case address: `come to 17 church lane`. */
const introductions = wordSet('to at address is live');
const introducedStreets = wordSet('lane road drive court close avenue square terrace crescent');

/** `12 Baker Street`, `flat 4, 12 High Road`. */
function englishAt(tokens: readonly Token[], at: number, text: string): number | null {
  const { kind, text: word } = tokens[at] as Token;
  if (['flat', 'apartment', 'apt', 'unit', 'suite'].includes(word)) return flatAt(tokens, at, text);
  const isNumber = (kind === 'number' && word.length <= 5) || /^\d{1,4}[a-h]$/.test(word);
  if (!isNumber || word.startsWith('0')) return null;
  let isNamed = true;
  const isIntroduced = introductions.has(tokens[at - 2]?.text ?? '');
  let index = tokens[at + 1]?.text === ',' ? at + 3 : at + 2;
  for (let count = 1; count <= WORDS_MAX + 1; count += 1) {
    const token = tokens[index];
    if (!isGap(tokens[index - 1]) || token?.kind !== 'word' || connecting.has(token.text)) return null;
    if (
      count > 1 &&
      (english.has(token.text) ||
        (isNamed && englishNamed.has(token.text)) ||
        (isIntroduced && introducedStreets.has(token.text)))
    )
      return index;
    if (count === 1 && /^(?:rue|via|calle)$/.test(token.text)) return romanceEnd(tokens, at + 4, text);
    if (units.has(token.text)) return null;
    isNamed &&= isCapital(token, text);
    const isOwner = "'’".includes(tokens[index + 1]?.text ?? ' ') && tokens[index + 2]?.text === 's';
    index += isOwner ? 4 : 2;
  }
  return null;
}

/** `rue de Rivoli`: index of the name. */
function romanceEnd(tokens: readonly Token[], at: number, text: string): number | null {
  const name = /^(?:de|du|des|la|del|della)$/.test(tokens[at]?.text ?? '') ? at + 2 : at;
  return isCapital(tokens[name], text) ? name : null;
}

function flatAt(tokens: readonly Token[], at: number, text: string): number | null {
  const next = tokens.findIndex(
    ({ kind, text: word }, index) => index > at + 2 && index <= at + 5 && kind !== 'space' && word !== ',',
  );
  const isFlat = tokens[at + 2]?.kind === 'number' && next > 0;
  return isFlat && tokens[next]?.kind === 'number' ? englishAt(tokens, next, text) : null;
}

/** `postbus 123`, `PO box 123`. */
function boxAt(tokens: readonly Token[], at: number): number | null {
  const isPo = tokens[at]?.text === 'po' || tokens[at]?.text === 'p.o';
  const box = isPo ? skipSpace(tokens, at + 1) : at;
  const isBox = isPo
    ? tokens[box]?.text === 'box'
    : tokens[at]?.text === 'postbus' || tokens[at]?.text === 'pobox';
  const number = skipSpace(tokens, box + 1);
  return isBox && tokens[number]?.kind === 'number' ? number : null;
}

const notLetters = wordSet(`
  of en is op in te je we ik me na om zo ja nu er al to at by on or it my no so us be do go he hi if up ad bc pk km mb gb cm kg ml
  pm am hd mm tb kb st nd rd th px xp fps sa sd ss uk nl de tv pc vs
`);

const codeCues = wordSet('postcode postal zip plz postleitzahl zipcode');

/** After a word for postcodes, or after a street with its number: `plz 10115`, `Lindenweg 5, 10115 Berlin`. */
function isCode(tokens: readonly Token[], at: number): boolean {
  const near = tokens
    .slice(Math.max(0, at - 5), at)
    .filter(({ kind }) => kind === 'word' || kind === 'number');
  const [last, earlier] = near.reverse();
  if (codeCues.has(last?.text ?? '')) return true;
  if (['is', 'ist', 'code'].includes(last?.text ?? '')) return codeCues.has(earlier?.text ?? '');
  return (
    (last?.kind === 'number' || /^\d{1,4}[a-z]$/.test(last?.text ?? '')) &&
    streetEnd.test(earlier?.text ?? '')
  );
}

/** `1012 AB 12`, `SW1A 1AA`: index of its last token. */
function postcodeAt(tokens: readonly Token[], at: number, text: string): number | null {
  const token = tokens[at] as Token;
  const hasCue = cueBefore(tokens, at);
  const isUpper = (index: number): boolean => {
    const { from = 0, to = 0 } = tokens[index] ?? {};
    return text.slice(from, to) === text.slice(from, to).toUpperCase();
  };
  if (/^[1-9]\d{3}[a-z]{2}$/.test(token.text))
    return notLetters.has(token.text.slice(4)) && !hasCue ? null : withHouse(tokens, at);
  if (/^[1-9]\d{3}[a-z]{2}\d{1,4}$/.test(token.text))
    return notLetters.has(token.text.slice(4, 6)) ? null : at;
  if (/^\d{5}$/.test(token.text) && isCode(tokens, at)) return at;
  if (
    /^[a-z]{1,2}\d[a-z\d]?\d[a-z]{2}$/.test(token.text) &&
    !notLetters.has(token.text.slice(-2)) &&
    isCode(tokens, at)
  )
    return at;
  const isJoined = tokens[at + 1]?.kind === 'space' || (tokens[at + 1]?.text === '-' && isUpper(at + 2));
  const next = isJoined ? tokens[at + 2] : undefined;
  if (!next) return null;
  if (/^[1-9]\d{3}$/.test(token.text) && token.kind === 'number' && /^[a-z]{2}$/.test(next.text))
    return isDutch(tokens, at + 2, hasCue || isUpper(at + 2)) ? withHouse(tokens, at + 2) : null;
  const isBritish = /^[a-z]{1,2}\d[a-z\d]?$/.test(token.text) && /^\d[a-z]{2}$/.test(next.text);
  if (!isBritish || notLetters.has(next.text.slice(1))) return null;
  return hasCue || (isUpper(at) && isUpper(at + 2)) ? at + 2 : null;
}

/** In capitals, after a word for postcodes, or before a house number: `1012 AB`, `1012 ab 12`. */
function isDutch(tokens: readonly Token[], letters: number, isMarked: boolean): boolean {
  const isWord = notLetters.has(tokens[letters]?.text ?? '');
  return !isWord && (isMarked || withHouse(tokens, letters) > letters);
}

/** Extends a postcode by the house number after it: together they are an address. */
function withHouse(tokens: readonly Token[], at: number): number {
  const next = skipSpace(tokens, at + 1 + Number(tokens[at + 1]?.text === ','));
  const house = numberWords.has(tokens[next]?.text ?? '') ? skipSpace(tokens, next + 1) : next;
  return (house > at + 1 ? houseNumber(tokens, house) : null) ?? at;
}

const CUE_REACH = 8;
const cueBefore = (tokens: readonly Token[], at: number): boolean =>
  tokens.slice(Math.max(0, at - CUE_REACH), at).some(({ text }) => addressCues.has(text));
