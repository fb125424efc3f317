import { features } from './import-rules.ts';

const any = `(?:${features.join('|')})`;
const literal = (text: string) => text.replace(/[.+^$()|[\]\\]/g, '\\$&');

/** The first group of the expression is the feature or the package, if the pattern names one. */
export function filesPattern(pattern: string): RegExp {
  const source = literal(pattern)
    .replace('<f>', `(${any})`)
    .replace('<p>', '([^/]+)')
    .replace(/\{([^}]+)\}/, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
    .replaceAll('**', '.*');
  return new RegExp(`^${source}$`);
}

/**
 * Whether an import target (`server/chat/session/tables.ts`, `pkg:zod/v4`) matches. `own` is the feature or the package of
 * the importing file.
 */
export function covers(pattern: string, target: string, own: string | undefined): boolean {
  const other = features.filter((one) => one !== own).join('|');
  const source = literal(pattern)
    .replaceAll('**/', '(?:.*/)?')
    .replaceAll(/(?<!\.)\*/g, '[^/]+')
    .replace('<f>', own ?? any)
    .replace('<p>', literal(own ?? ''))
    .replace('<other>', `(?:${other})`);
  return new RegExp(/[/:]$/.test(pattern) ? `^${source}` : `^${source}(?:/|$)`).test(target);
}
