import { type CountryCode, findPhoneNumbersInText } from 'libphonenumber-js/max';
import { type Mapped, type Part, partOf } from './fold.ts';
import { isList, withoutHarmless } from './harmless.ts';
import { once, oneOf, vocabulary } from './vocabulary.ts';

const DIGITS_MIN = 7;
/** Maximum number of digits (E.164), with `00` before them. */
const DIGITS_MAX = 17;
/** Longer runs of digits, and more of them in a text, are not searched for valid numbers. */
const [RUN_MAX, RUNS_MAX] = [40, 4];
/** Characters between two groups of a number, and around a number in which a cue counts. */
const [GAP_MAX, CUE_REACH] = [32, 32];
/** Longer words are keys of wallets. */
const WORD_MAX = 24;

/** Digits of one word. Indexes of the changed text. */
interface Digits extends Part {
  readonly digits: string;
  readonly isSpelled: boolean;
}

const lengths = once(() => ({
  longest: Math.max(...[...vocabulary().numerals.keys()].map(({ length }) => length)),
  begins: new Set([...vocabulary().numerals.keys()].map((word) => word.slice(0, 2))),
}));
/** Number words with other meanings if they stand alone. */
const onlyInside: ReadonlySet<string> = new Set(['oh', 'ein']);

/** Digits of a word made of number words and digits: `nulzes28` is 0628. Null for any other word. */
export function digitsIn(word: string): string | null {
  if (/^\d+$/.test(word)) return word;
  if (/\d/.test(word) && /^[\doil]+$/.test(word)) return word.replace(/o/g, '0').replace(/[il]/g, '1');
  if (onlyInside.has(word) || !(lengths().begins.has(word.slice(0, 2)) || /^\d|(.)\1/.test(word)))
    return null;
  const shorter = /(\D)\1/.test(word) ? word.replace(/(\D)\1{2,}/g, '$1$1') : null;
  return spelledIn(word) ?? (shorter && (spelledIn(shorter) ?? spelledIn(shorter.replace(/(\D)\1/g, '$1'))));
}

function spelledIn(word: string): string | null {
  const { numerals, numeralJoints } = vocabulary();
  let digits = '';
  for (let at = 0; at < word.length; ) {
    const typed = /^\d$/.test(word[at] ?? '');
    let length = typed ? 1 : Math.min(lengths().longest, word.length - at);
    while (length > 0 && !typed && !numerals.has(word.slice(at, at + length))) length -= 1;
    const joint = length === 0 && at > 0 ? numeralJoints.find((one) => word.startsWith(one, at)) : undefined;
    if (length === 0 && (!joint || at + joint.length === word.length)) return null;
    if (length > 0) digits += typed ? word[at] : numerals.get(word.slice(at, at + length));
    at += length || (joint?.length ?? 0);
  }
  return digits;
}

/** `06x28x47` */
const split = /^\d{1,4}(\p{L})\d{1,4}(?:\1\d{1,4})+$/u;
/** `bel0612345678`, `06123456xx`, `bel06 …` */
const glued = /\d{8,}|^\d{2,}(?=x+$)|(?<=^\p{L}{2,4})\d{2}$/gu;

/** Digits in a text, also spelled ones and those glued to another word. */
function digitsOf(text: string): Digits[] {
  const { times } = vocabulary();
  const found: Digits[] = [];
  let multiplier: { from: number; times: number } | null = null;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\d]+/gu)) {
    const digits = digitsIn(word) ?? ohIn(text, word, index, found.at(-1));
    if (digits !== null) {
      const repeated = multiplier ? digits.slice(0, 1).repeat(multiplier.times) + digits.slice(1) : digits;
      const isSpelled = !/^[\doil]+$/.test(word);
      found.push({ from: multiplier?.from ?? index, to: index + word.length, digits: repeated, isSpelled });
    } else if (/\d/.test(word) && word.length <= WORD_MAX)
      for (const { 0: part, index: at } of word.matchAll(split.test(word) ? /\d+/g : glued))
        found.push({ from: index + at, to: index + at + part.length, digits: part, isSpelled: false });
    const many = times.get(word);
    multiplier = many === undefined ? null : { from: index, times: Number(many) };
  }
  return found;
}

/** Beside a spelled digit `oh` and `o` are zeros. */
function ohIn(text: string, word: string, at: number, before: Digits | undefined): string | null {
  if (word !== 'oh' && word !== 'o') return null;
  const [, next = ''] = /^[ .-]([\p{L}\d]{1,24})/u.exec(text.slice(at + word.length, at + WORD_MAX)) ?? [];
  const isBefore = next === 'oh' || vocabulary().times.has(next) || digitsIn(next)?.length === 1;
  return isBefore || (before?.isSpelled && at - before.to <= 2) ? '0' : null;
}

const gapPatterns = once(() => {
  const { phone } = vocabulary();
  const [line, lines] = ['[^\\p{L}\\ue000\\n?!€$£]*', '[^\\p{L}\\ue000]*'];
  return {
    line: new RegExp(`^${line}(?:${oneOf([...phone.fillers, 'x'])}\\b${line}){0,3}$`, 'u'),
    lines: new RegExp(`^${lines}(?:${oneOf([...phone.fillers, ...phone.continuing])}\\b${lines}){0,6}$`, 'u'),
    cue: new RegExp(`(?<![\\p{L}\\d])${oneOf(phone.cues)}(?![\\p{L}\\d])`, 'u'),
  };
});

const gapsOf = (text: string, run: readonly Digits[]): string[] =>
  run.slice(1).map(({ from }, index) => text.slice(run[index]?.to, from));
const lengthOf = (run: readonly Digits[]): number => run.reduce((sum, { digits }) => sum + digits.length, 0);

/** Runs of digits with only signs and fillers between, or the same word each time: `06 lol 12 lol 34`. */
function runsOf(text: string): Digits[][] {
  const all = digitsOf(text);
  const gaps = gapsOf(text, all);
  const { line, lines } = gapPatterns();
  const runs: Digits[][] = [];
  for (const [index, digits] of all.entries()) {
    const gap = gaps[index - 1] ?? '\ue000';
    const isRepeated = !/[\n\ue000]/.test(gap) && (gap === gaps[index - 2] || gap === gaps[index]);
    const isJoined = gap.length <= GAP_MAX && (isRepeated || (gap.includes('\n') ? lines : line).test(gap));
    if (isJoined) runs.at(-1)?.push(digits);
    else runs.push([digits]);
  }
  return runs.filter((run) => lengthOf(run) >= DIGITS_MIN);
}

/** `newFrom`: where the new text begins. Of a number that began before, only the new digits are returned. */
export function findPhoneNumbers(mapped: Mapped, newFrom = 0): Part[] {
  const text = withoutHarmless(mapped.text);
  const isNew = ({ from }: Part): boolean => (mapped.from[from] ?? 0) >= newFrom;
  return runsOf(text)
    .flatMap((run, index) => numbersOf(text, run, index < RUNS_MAX))
    .map((number) => (number.some(isNew) ? number.filter(isNew) : number))
    .map((number) => withSigns(mapped, number[0]?.from ?? 0, number.at(-1)?.to ?? 0));
}

/** Also the plus before a number, and brackets around its first and last group. */
function withSigns(mapped: Mapped, from: number, to: number): Part {
  const { text } = mapped;
  const start = from - (plus.exec(text.slice(Math.max(0, from - 6), from))?.[0].length ?? 0);
  const isOpen = /^[[({<"']$/.test(text[start - 1] ?? '') && /[\])}>"']/.test(text.slice(start, to + 1));
  const isClosed = /^[\])}>"']$/.test(text[to] ?? '') && (isOpen || /[[({<"']/.test(text.slice(start, to)));
  const isInside = isOpen && isClosed && !/[[({<"'\])}>]/.test(text.slice(start, to));
  return isInside ? partOf(mapped, start, to) : partOf(mapped, start - Number(isOpen), to + Number(isClosed));
}

const plus = /(?:\+|\bplus) ?$/;
const startsNumber = (text: string, { from, digits }: Digits): boolean =>
  digits.startsWith('0') || plus.test(text.slice(Math.max(0, from - 6), from));

type Run = readonly Digits[];

const isListed = (text: string, run: Run): boolean =>
  isList(
    run.map(({ digits }) => digits),
    gapsOf(text, run).map((gap) => gap.replace(/\s+/g, ' ')),
  );

/** The phone numbers in a run: valid ones, or the whole run if it is written like one. */
function numbersOf(text: string, run: Run, isSearched: boolean): readonly Run[] {
  const start = Math.max(0, run.map((digits) => startsNumber(text, digits)).indexOf(true));
  if (isListed(text, run)) return [];
  const isStart = run.slice(start, start + 1).some((digits) => startsNumber(text, digits));
  if (lengthOf(run) > RUN_MAX) return isStart ? [run.slice(start)] : [];
  const valid = isSearched ? validNumbers(text, run) : [];
  let number: Run = run.slice(start);
  while (number.length > 1 && lengthOf(number) > DIGITS_MAX) number = number.slice(0, -1);
  // Of `03 one 612345678` only the end is a valid number.
  const isLate = isStart && (valid[0]?.[0]?.from ?? 0) > (number[0]?.from ?? 0);
  if (valid.length > 0 && !(isLate && isLikely(text, number))) return valid;
  return [number, run].filter((digits) => isLikely(text, digits)).slice(0, 1);
}

/** Valid numbers of the countries. Of several readings the first and longest one. */
function validNumbers(text: string, run: Run): readonly Run[] {
  let typed = '';
  const gaps = gapsOf(text, run);
  const starts = run.map((digits, index) => {
    const gap = gaps[index - 1] ?? '';
    typed += /^[ ()./-]{0,4}$/.test(gap) ? gap : ' ';
    if (startsNumber(text, digits) && !digits.digits.startsWith('0')) typed += '+';
    typed += digits.digits;
    return typed.length - digits.digits.length;
  });
  let best: readonly Run[] = [];
  const startOf = (numbers: readonly Run[]): number => numbers[0]?.[0]?.from ?? text.length;
  for (const country of vocabulary().countries) {
    const numbers = findPhoneNumbersInText(typed, { defaultCountry: country as CountryCode })
      .map(({ startsAt, endsAt }) =>
        run.filter((_, at) => (starts[at] ?? 0) + 1 > startsAt && (starts[at] ?? 0) < endsAt),
      )
      .filter((number) => isLikely(text, number));
    const order = startOf(numbers) - startOf(best) || lengthOf(best.flat()) - lengthOf(numbers.flat());
    if (order < 0) best = numbers;
    if (lengthOf(best.flat()) === lengthOf(run)) break;
  }
  return best;
}

/** Groups of numbers without a prefix: of North America, and of Spain. */
const sureShapes = /^(?:1,)?3,3,4$|^3,2,2,2$/;
/** Others, which a text without words may be. */
const shapes = /^3,4$|^3,3,3$|^(?:2,){4,}2$|^[1-3],\d{1,2},3,4$/;

/** Whether digits are written like a phone number: with a prefix, a cue or spelled. */
function isLikely(text: string, number: Run): boolean {
  const [first, last] = [number[0], number.at(-1)];
  const [groups, total] = [number.map(({ digits }) => digits), lengthOf(number)];
  if (!first || !last || total < DIGITS_MIN || total > DIGITS_MAX || /^[1-9]\d?0+$/.test(groups.join('')))
    return false;
  const isStart = startsNumber(text, first);
  const hasPlus = isStart && !first.digits.startsWith('0');
  if (!hasPlus && isListed(text, number)) return false;
  const near = [
    text.slice(Math.max(0, first.from - CUE_REACH), first.from).replace(/.*[\n?!]/s, ''),
    text.slice(last.to, last.to + CUE_REACH).replace(/[\n?!].*/s, ''),
  ];
  const hasCue = near.some((words) => gapPatterns().cue.test(words));
  if (isStart || hasCue) return total >= 9 || hasCue;
  const spelled = number.filter(({ isSpelled }) => isSpelled).length;
  if (spelled >= 4 && total >= 8) return true;
  if (groups.length === 1) return total >= 8 && total <= 15 && !'1234567890'.startsWith(groups.join(''));
  const isAlone = !/\p{L}/u.test(text.slice(0, first.from) + text.slice(last.to));
  const lengths = groups.map(({ length }) => length).join();
  if (sureShapes.test(lengths) || (isAlone && (shapes.test(lengths) || total >= 9))) return true;
  return groups.length >= 8 && groups.every(({ length }) => length === 1);
}
