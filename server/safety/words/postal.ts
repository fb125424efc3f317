import { type Mapped, type Part, partOf } from './fold.ts';
import { once, oneOf, vocabulary } from './vocabulary.ts';

const casesOf = (word: string): string[] => [
  word,
  word.replace(/^./u, (first) => first.toUpperCase()),
  word.toUpperCase(),
];
const anyCase = (words: Iterable<string>): string => oneOf([...words].flatMap(casesOf));

/** On a text with capitals. The first group, if there is one, must not be an excluded word. */
const patterns = once((): readonly RegExp[] => {
  const { places, harmless, boxes } = vocabulary();
  const [street, road, number] = [anyCase(places.streets), anyCase(places.roads), anyCase(places.numbers)];
  const [start, end] = ['(?<![\\p{L}\\d])', '(?![\\p{L}\\d])'];
  const house = `[1-9]\\d{0,3}(?: ?[a-hA-H]${end}| (?:hs|bis|huis)\\b|[-/](?:\\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})${end})?(?![\\p{L}\\d%€:]| ?[%€]|[.,]\\d| ?${anyCase(harmless.units)}\\b)`;
  const home = `[ ,.]{1,2}(?:${number}\\.? ?)?${house}(?:,? \\d{5}(?!\\d))?`;
  const name = "\\p{Lu}[\\p{L}'’-]{1,24} ";
  const names = `(?:(?=\\p{Lu})${anyCase(places.named)} |(?<!^|\\n)${name})(?:${anyCase(places.named)} |${name}){0,2}`;
  const cue = anyCase(places.cues);
  return [
    // Kerkstraat 12b, Van der Helststraat 17, Oude Gracht 217, Lindenstr. 5, 10115. The first word of a text has a capital, too.
    `${start}(?:${names})?(\\p{L}{3,20}${street})${home}`,
    `${start}(?:${name}|${anyCase(places.named)} ){1,3}(?=\\p{Lu})${street}${home}`,
    // ik woon op Lange Voorhout 12
    `(?<=\\b${cue}:?(?: \\p{Ll}{2,4}){0,3} )(?:${name}){1,3}${house}`,
    // 12 Baker Street, flat 4, 12 High Road, 21 jump street
    `${start}(?:(?:[Ff]lat|[Aa]partment|[Aa]pt|[Uu]nit|[Ss]uite) \\d{1,4},? )?[1-9]\\d{0,4}[a-hA-H]?,? (?:(?:${name}){1,3}${road}|(?:[\\p{L}]{3,15}) (?:street|avenue|boulevard|blvd))${end}`,
    `(?<=\\b${cue}\\b[^\\n]{0,20}|\\b(?:to|at|is) )[1-9]\\d{0,3} ([\\p{L}]{3,15}) (?:[Ll]ane|[Rr]oad|[Dd]rive|[Cc]ourt|[Cc]lose|[Ss]quare|[Tt]errace|[Cc]rescent)${end}`,
    `${start}[1-9]\\d{0,3},? (?:rue|via|calle) (?:de |du |des |la |del |della )?\\p{Lu}\\p{L}{2,20}`,
    `${start}${oneOf(boxes)} ?(?:${number} ?)?\\d{1,6}(?!\\d)`,
    // 1012 AB 12, 1012ab 12; SW1A 2AA; PLZ 10115
    `(?<![\\p{L}\\d.,-])[1-9]\\d{3}[ -]?([A-Z]{2})(?!\\p{L})(?:[ ,]{0,2}(?:${number} )?${house})?`,
    `(?<![\\p{L}\\d.,-])[1-9]\\d{3} ?([a-z]{2}) ?${house}`,
    `${start}[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}${end}`,
    `(?<=\\b${anyCase(places.postcode)}:?(?: \\p{L}{2,4}){0,2} )(?:\\d{5}|[1-9]\\d{3} ?[A-Za-z]{2}|[A-Za-z]{1,2}\\d[A-Za-z\\d]? ?\\d[A-Za-z]{2})${end}`,
  ].map((pattern) => new RegExp(pattern, 'gu'));
});

/** Streets with a number, postcodes and post boxes. `cased`: the same text with its capitals. */
export function findPostal(mapped: Mapped, cased: string): Part[] {
  if (!/\d/.test(cased)) return [];
  const { places, accounts } = vocabulary();
  const isExcluded = (word: string): boolean =>
    places.notStreets.has(word) ||
    (word.length === 2 && places.notLetters.has(word)) ||
    accounts.fillers.has(word);
  return patterns().flatMap((pattern) =>
    [...cased.matchAll(pattern)]
      .filter(([, word]) => word === undefined || !isExcluded(word.toLowerCase()))
      .map(({ 0: text, index }) => partOf(mapped, index, index + text.length)),
  );
}
