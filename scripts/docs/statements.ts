import { statementsPerAct } from '#server/testing/rules/statements-per-act.ts';

/** The decision whose price they are. */
export const STATEMENTS_PAGE = 'docs/decisions/money/one-transaction.md';

const table = /(?<=^\| act \| statements \|\n\|---\|---\|\n)(?:\|.*\|\n)*/m;

/** The page with the table of statements per act. */
export const pageWithStatements = (text: string): string =>
  text.replace(
    table,
    Object.entries(statementsPerAct)
      .map(([act, count]) => `| ${act} | ${count} |\n`)
      .join(''),
  );
