import { once, oneOf, vocabulary } from './vocabulary.ts';

/** Replaces a harmless digit: belongs to no number, word or separator. */
const BLANK = '\ue000';

/**
 * Numbers that are never part of a phone number. One that begins with something similar, such as `06.12` or `06-12-34`, is not
 * in the list.
 */
const harmless = once((): readonly RegExp[] => {
  const { harmless: words, months } = vocabulary();
  const [before, hours, month] = [oneOf(words.before), oneOf(words.hours), oneOf(months)];
  const [day, year, hour] = ['(?:0?[1-9]|[12]\\d|3[01])', '(?:19|20)\\d\\d', '(?:[01]?\\d|2[0-4])'];
  const amount = '\\d{1,7}(?:[.,]\\d{1,3}){0,3}';
  const [alone, start, end] = ['(?<![\\d+]|\\d[./-])', '(?<![\\d.,+]|\\d[ -])', '(?![.,-]?\\d| \\d)'];
  return [
    // Dates: 24.12.2026, 24 12 2026, 2026-12-24, 20261224, 24.12.26, 24 december 2026, December 24, 2026
    `${alone}${day}([./ -])${day}\\1${year}(?![./: -]?\\d)`,
    `(?<!\\d)${year}(?:0[1-9]|1[0-2])(?:[0-2]\\d|3[01])(?!\\d)`,
    `${alone}${year}([./-])${day}\\1${day}(?![./:-]?\\d)`,
    `${alone}${day}([./-])(?:0?[1-9]|1[0-2])\\1\\d\\d(?![./ -]{0,2}\\d)`,
    `(?<!\\d)${day}(?:\\.|st|nd|rd|th|e)? ?(?:of )?${month}\\b\\.?,?(?: ${year}(?!\\d))?`,
    `\\b${month}\\.? ${day}(?:st|nd|rd|th)?(?!\\d)(?:,? ${year}(?!\\d))?`,
    // Years: seit 1998, 2024, 2025 and 2026
    `\\b${before} ${year}(?![ -]?\\d{2})`,
    `(?<!\\d)${year}(?: ?[,/–-] ?| \\p{L}{1,3} )(?=${year}(?!\\d))`,
    `(?<=\\ue000(?: ?[,/–-] ?| \\p{L}{1,3} ))${year}(?![ -]?\\d)`,
    // Times: 20:30, 7.45 pm, from 20.00, 18 Uhr
    `(?<![\\d:.])${hour}:[0-5]\\d(?::[0-5]\\d)?(?![ :.-]?\\d)`,
    `(?<![\\d:.])${hour}[:.][0-5]\\d ?${hours}\\b`,
    `(?<=\\b${before} )${hour}[:.][0-5]\\d(?![ :.-]?\\d)`,
    `(?<!\\d|\\d[ ./-])\\d{1,2} ?${hours}\\b`,
    // Prices and decimals: € 49,95, 49,95 €, 21 %, 1.250, 24.500,00, 0,10
    `[€$£] ?${amount}(?!\\d)`,
    `(?<!\\d|\\d[ .,-])${amount} ?[€$£%](?![\\d%])`,
    `${start}[1-9]\\d?([.,])\\d{3}(?:\\1\\d{3})*(?:[.,]\\d\\d)?${end}`,
    `${start}[1-9]\\d\\d([.,])\\d{3}(?:[.,]\\d\\d|\\1\\d{3}[.,]\\d\\d)?${end}`,
    `(?<![\\d.,+-]|\\d )(?:0|[1-9]\\d{0,4})[.,]\\d{1,2}(?![.,]?\\d| ?-? ?\\d{3})`,
    // Sums, sizes and heights: 12 x 25 = 300, 1920x1080, 120/80, 6'2
    `(?<!\\d)\\d{1,6}(?: ?[+*x×:/−-] ?\\d{1,6}){1,4} ?= ?\\d{1,7}`,
    `(?<!\\d|\\d ?[x×] ?)[1-9]\\d{0,3} ?[x×] ?\\d{1,4}(?! ?[x×]? ?\\d)`,
    `(?<![\\d/-]|\\d\\D)[1-9]\\d{0,3}/\\d{1,3}(?![ /-]?\\d)`,
    `(?<!\\d)\\d'\\d{1,2}(?!\\d)`,
    // Versions, addresses of computers, error codes: 2.14.3, 192.168.1.1, 0x80070057
    `${alone}(?=[\\d.]{0,9}(?<!\\d)\\d(?!\\d))[1-9]\\d{0,2}(?:\\.\\d{1,4}){3}(?![.\\d]| \\d)`,
    `(?<![\\d./-]|\\d )[1-9]?\\d{1,2}\\.\\d{1,2}\\.\\d{1,2}(?![.\\d]| \\d)`,
    `\\b0x[\\da-f]{1,16}\\b`,
    // With a unit: 250 credits. Orders: order 20261187634, invoice 2026-004812
    `(?<!\\d|\\d[ ./-])(?!0\\d)(?:\\d{1,9}|\\d{1,3}(?: \\d{3}){1,3}) ?-?${oneOf(words.units)}\\b`,
    `\\b${oneOf(words.codes)}\\p{L}{0,14}\\b[ :#.-]{0,3}(?:\\p{L}{1,9}[ :#.]{1,2}){0,2}(?!0[1-9]|00)\\d[\\d./-]{0,20}(?: \\d{2,4}(?!\\d)){0,2}`,
  ].map((pattern) => new RegExp(pattern, 'gu'));
});

/** Blanks the digits of harmless numbers. The text keeps its length. */
export const withoutHarmless = (text: string): string =>
  /\d/.test(text)
    ? harmless().reduce((rest, pattern) => rest.replace(pattern, (part) => part.replace(/\d/g, BLANK)), text)
    : text;

/** Largest step of a sequence such as `10 20 30`. */
const STEP_MAX = 10;

const isEach = (groups: readonly number[], is: (before: number, group: number) => boolean): boolean =>
  groups.slice(1).every((group, index) => is(groups[index] ?? 0, group));

function isCounting(values: readonly number[]): boolean {
  const step = (values[1] ?? 0) - (values[0] ?? 0);
  return Math.abs(step) <= STEP_MAX && isEach(values, (before, group) => group - before === step);
}

/** Whether groups of digits are a list: a sequence, scores, rising numbers, prices or amounts. */
export function isList(groups: readonly string[], gaps: readonly string[]): boolean {
  const values = groups.map(Number);
  if (groups.length < 3) return false;
  // `to ten: one two … ten`
  if (isCounting(values) || (values[0] === values.at(-1) && isCounting(values.slice(1)))) return true;
  const isShort = groups.every((group) => group.length <= 4);
  // `0-1 1-1 2-1`, `9-11, 12-14`: alternating signs and spaces.
  const arePairs =
    groups.length > 3 &&
    gaps[0] !== gaps[1] &&
    gaps.every((gap, index) =>
      (index % 2 === 0 ? /^ ?[-.,:/] ?$/ : /^(?:[),; ]{0,3}\(?|,? \p{L}{2,9} (?:- )?)$/u).test(gap),
    );
  if (isShort && arePairs && groups.length % 2 === 0) return true;
  const isRising = isEach(values, (before, group) => before <= group);
  if (groups.length > 5 && groups.every(({ length }) => length === 2) && isRising) return true;
  if (groups[0]?.startsWith('0')) return false;
  if (groups.length > 3 && groups.every(({ length }) => length < 4) && isRising) return true;
  if (isShort && gaps.every((gap) => /^(?:, ?|,? \p{L}{1,4} )$/u.test(gap))) return true;
  return groups.every((group) => Number(group) % 25 === 0 || (group.length < 3 && Number(group) % 5 === 0));
}
