import { parse, type SourceText } from './parse.ts';
import type { Violation } from './violations.ts';

/** Participles, and words of the glossary's last column that mean nothing else in this code. */
const refused = [
  /^(?:told|said|given|held|asked)$/i,
  /^(?:saldo|coin|teaser|vibrator|rendition|widget|campaign|webhook|streamer|streamKey|reversal|analytic|cron|whoIs)s?$/i,
];

/** Finds declared names that do not say what they name. Keys of objects are not checked: they may be outside names. */
export const checkNames = (files: readonly SourceText[]): Violation[] =>
  files.flatMap((file) =>
    parse(file)
      .declared.filter(({ name }) => refused.some((pattern) => pattern.test(name)))
      .map(({ name, line }) => ({
        file: file.path,
        line,
        rule: 'name',
        message: `${name} does not say what it is: use a noun of docs/glossary.md`,
      })),
  );
