import { type Digits, digitRuns, gapText } from './digit-runs.ts';
import { hasPhoneCue, units } from './phone-cues.ts';
import { skipSpace, type Token } from './tokens.ts';
import { type Part, wordSet } from './word-list.ts';

const DIGITS_MIN = 7;
const DIGITS_MAX = 20;
const GROUPS_MAX = 24;

/** `newFrom`: where the new text begins. For a number that began before, only the new digits are returned. */
export function findPhoneNumbers(tokens: readonly Token[], newFrom = 0): Part[] {
  return digitRuns(tokens)
    .flatMap((run) => cutAtLines(tokens, run))
    .flatMap((run) => numbersOf(tokens, run, newFrom));
}

/** From this many groups on, a line may be more than half a number. */
const LINE_MIN = 4;

/** A sequence that neither begins nor ends with 1 may be part of a number. */
const isMiddle = (groups: readonly string[]): boolean =>
  isCounting(groups) && ![groups[0], groups.at(-1)].includes('1');

/** A line with a sequence, scores or amounts is not half of a number. */
function cutAtLines(tokens: readonly Token[], run: readonly Digits[]): Digits[][] {
  const lines: Digits[][] = [];
  for (const [index, digits] of run.entries()) {
    const gap = index === 0 ? '\n' : gapText(tokens, (run[index - 1]?.last ?? 0) + 1, digits.first);
    if (gap.includes('\n')) lines.push([digits]);
    else lines.at(-1)?.push(digits);
  }
  const cut: Digits[][] = [];
  let isCut = true;
  for (const line of lines) {
    const candidate = candidateOf(tokens, line);
    const isOther = candidate.groups.length >= LINE_MIN && isNone(candidate) && !isMiddle(candidate.groups);
    if (isCut || isOther) cut.push(line);
    else cut.at(-1)?.push(...line);
    isCut = isOther;
  }
  return cut;
}

interface Candidate {
  /** Token indexes. */
  first: number;
  last: number;
  groups: readonly string[];
  /** Text between the groups; empty inside a word. */
  gaps: readonly string[];
  spelled: number;
  isDoubtful: boolean;
  plus: boolean;
}

/** Telephone numbers in a run: from its start, or from the first zero or plus. */
function numbersOf(tokens: readonly Token[], run: readonly Digits[], newFrom: number): Part[] {
  const found: Part[] = [];
  const whole = candidateOf(tokens, run);
  if (arePairs(whole) || isCounting(whole.groups)) return found;
  let done = 0;
  for (let from = 0; from < run.length; from += 1) {
    const isStart = from === done || startsNumber(tokens, run[from]);
    if (from < done || !isStart) continue;
    const to = numberEnd(tokens, run, from);
    if (to === null) continue;
    const number = run.slice(from, to);
    const isOld = ({ first }: Digits): boolean => (tokens[first]?.from ?? 0) < newFrom;
    const parts = number.every(isOld) ? number : number.filter((digits) => !isOld(digits));
    found.push(partOf(tokens, parts[0]?.first ?? 0, parts.at(-1)?.last ?? 0));
    done = to;
    from = to - 1;
  }
  return found;
}

const startsNumber = (tokens: readonly Token[], digits: Digits | undefined): boolean =>
  digits !== undefined && (digits.groups[0]?.[0] === '0' || plusBefore(tokens, digits.first) !== null);

/** Index after the last group of the longest number that begins at `from`. */
function numberEnd(tokens: readonly Token[], run: readonly Digits[], from: number): number | null {
  let to = from;
  let total = 0;
  const lengthOf = (digits: Digits | undefined): number => digits?.groups.join('').length ?? 0;
  const most = Math.min(run.length, from + GROUPS_MAX);
  while (to < most && total + lengthOf(run[to]) <= DIGITS_MAX) {
    total += lengthOf(run[to]);
    to += 1;
  }
  for (; to > from && total >= DIGITS_MIN; to -= 1) {
    const candidate = candidateOf(tokens, run.slice(from, to));
    const isWhole = from === 0 && to === run.length;
    if (isCertain(tokens, candidate) || (isWhole && isLikely(tokens, candidate))) return to;
    total -= lengthOf(run[to - 1]);
  }
  return null;
}

function candidateOf(tokens: readonly Token[], run: readonly Digits[]): Candidate {
  const [first, last] = [run[0]?.first ?? 0, run.at(-1)?.last ?? 0];
  const gaps = run.flatMap(({ groups, first: start }, index) => [
    ...(index === 0 ? [] : [gapText(tokens, (run[index - 1]?.last ?? 0) + 1, start)]),
    ...groups.slice(1).map(() => ''),
  ]);
  return {
    first,
    last,
    gaps,
    groups: run.flatMap(({ groups }) => groups),
    spelled: run.filter(({ isSpelled }) => isSpelled).flatMap(({ groups }) => groups).length,
    isDoubtful: run.some(({ isDoubtful }) => isDoubtful),
    plus: plusBefore(tokens, first) !== null,
  };
}

function plusBefore(tokens: readonly Token[], first: number): number | null {
  const before = tokens[first - 1]?.kind === 'space' ? first - 2 : first - 1;
  const { text } = tokens[before] ?? {};
  return text === '+' || text === 'plus' ? before : null;
}

const brackets: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
  ['"', '"'],
  ["'", "'"],
]);

/** Includes the plus sign, and a bracket or quotation mark beside the number if its counterpart is inside. */
function partOf(tokens: readonly Token[], first: number, last: number): Part {
  const start = plusBefore(tokens, first) ?? first;
  const [before, after] = [tokens[start - 1], tokens[last + 1]];
  const inside = tokens.slice(start, last + 1).map(({ text }) => text);
  const count = (sign: string): number => inside.filter((text) => text === sign).length;
  const closing = brackets.get(before?.text ?? '');
  const isOpened =
    before !== undefined &&
    closing !== undefined &&
    (closing === before.text
      ? count(closing) > 0
      : count(closing) + Number(after?.text === closing && count(closing) > 0) > count(before.text));
  const [opening = '', closed] = [...brackets].find(([, sign]) => sign === after?.text) ?? [];
  const isClosed =
    closed !== undefined &&
    (opening === closed
      ? (count(closed) + Number(isOpened)) % 2 === 1
      : count(opening) + Number(isOpened) > count(closed));
  return {
    from: (isOpened ? before : tokens[start])?.from ?? 0,
    to: (isClosed ? after : tokens[last])?.to ?? 0,
  };
}

/** Largest step of a sequence such as `10 20 30`. */
const STEP_MAX = 10;

/** A sequence counting up or down is not a phone number. */
function isCounting(groups: readonly string[]): boolean {
  const [first, second] = groups.map(Number);
  if (groups.length < 3 || first === undefined || second === undefined) return false;
  const step = second - first;
  const isEven = groups.every((group, index) => Number(group) === first + index * step);
  return isEven && Math.abs(step) <= STEP_MAX;
}

/** `tot tien: een twee drie … tien`. */
const isCountedTo = (groups: readonly string[]): boolean =>
  groups[0] === groups.at(-1) && isCounting(groups.slice(1));

/** Amounts: hundreds, or steps of 25 and 50. */
const areAmounts = (groups: readonly string[]): boolean =>
  groups.length > 1 &&
  groups.every((group) => Number(group) % 25 === 0 || (group.length <= 2 && Number(group) % 5 === 0)) &&
  groups.some((group) => group.length > 2);

/** `0-1 1-1 2-1`, `0.80 1.20`, `9-11, 12-14`: alternating signs and spaces. */
function arePairs({ groups, gaps }: Candidate): boolean {
  if (groups.length < 4 || groups.length % 2 === 1 || gaps[0] === gaps[1]) return false;
  return gaps.every((gap, index) =>
    (index % 2 === 0 ? /^[-.,:/]$/ : /^(?:\)?[,;]?\s?\(?| en | and | und )$/).test(gap),
  );
}

const isThousands = ({ groups, gaps, plus }: Candidate): boolean =>
  !plus &&
  groups.length > 1 &&
  !groups[0]?.startsWith('0') &&
  (groups[0]?.length ?? 0) <= 2 &&
  gaps.every((gap) => gap === '.' || gap === ',') &&
  groups.slice(1).every(({ length }) => length === 3);

const isNone = (candidate: Candidate): boolean =>
  isCounting(candidate.groups) ||
  isCountedTo(candidate.groups) ||
  areAmounts(candidate.groups) ||
  arePairs(candidate) ||
  isThousands(candidate) ||
  /^[1-9]\d?0+$/.test(candidate.groups.join(''));

/** Begins like only a telephone number does: with a zero or a plus. */
function isCertain(tokens: readonly Token[], candidate: Candidate): boolean {
  const total = candidate.groups.join('').length;
  if (isNone(candidate) || total < 9) return false;
  if (candidate.plus) return true;
  if (candidate.groups[0]?.[0] === '0') return true;
  return candidate.groups.length === 1 && total <= 15 && !isAmount(tokens, candidate);
}

const isAmount = (tokens: readonly Token[], { last }: Candidate): boolean =>
  units.has(tokens[skipSpace(tokens, last + 1)]?.text ?? '') || tokens[last + 1]?.text === '%';

/** Country codes, for numbers without a plus. */
const countries = wordSet('1 31 32 33 34 39 44 48 49 90 212');
/** Group lengths in which telephone numbers without a leading zero are written. */
const shapes: readonly RegExp[] = [
  /^(?:1,)?3,3,4$/,
  /^[1-3],10$/,
  /^3,2,2,2$/,
  /^3,3,3$/,
  /^1,8$/,
  /^1,4,4$/,
];

/** Number of tokens. */
const NEAR = 6;

/** A phone number only by its shape or a word near it. */
function isLikely(tokens: readonly Token[], candidate: Candidate): boolean {
  const { groups, gaps, spelled, isDoubtful } = candidate;
  const total = groups.join('').length;
  if (isNone(candidate) || isDoubtful || isAmount(tokens, candidate)) return false;
  if (spelled >= 4 && total >= 8) return true;
  const hasCue = hasPhoneCue(tokens, candidate.first, candidate.last);
  const isList = gaps.some((gap) => /^\s*[,;]\s*$/.test(gap) && gap !== ',');
  if (isList && !hasCue) return false;
  if (groups.length === 1) return total >= 8 || hasCue;
  const { first, last } = candidate;
  const isAlone = ![
    ...tokens.slice(Math.max(0, first - NEAR), first),
    ...tokens.slice(last + 1, last + NEAR),
  ].some(({ kind }) => kind === 'word');
  return hasCue || hasShape(groups, gaps, { total, isAlone });
}

function hasShape(
  groups: readonly string[],
  gaps: readonly string[],
  { total, isAlone }: { total: number; isAlone: boolean },
): boolean {
  const lengths = groups.map(({ length }) => length).join();
  if (/^(?:1,1,1,3,4|3,1,1,1,4|3,3,1,1,1,1|1,1,1,1,1,1,4)$/.test(lengths)) return true;
  const [first = ''] = groups;
  if (lengths === '3,4' || lengths === '3,7') return isAlone && (gaps[0] === '-' || gaps[0] === '.');
  if (/^[13],|^1,/.test(lengths) && shapes.some((shape) => shape.test(lengths)))
    return lengths.endsWith('4') || /^[679]/.test(first) || countries.has(first);
  if (total >= 10 && countries.has(first)) return true;
  const isEven = groups.every(({ length }) => length === first.length);
  return isEven && ((first.length === 1 && total >= 8) || (first.length === 2 && total >= 10));
}
