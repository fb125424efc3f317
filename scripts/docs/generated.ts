import { z } from 'zod';
import { variables } from '#server/config/environment.ts';
import { secretNames } from '#server/config/secret-files.ts';
import { statementsPerAct } from '#server/testing/rules/declarations.ts';
import { type DeclaredMachine, nameOf } from '../architecture/state-machines.ts';

export const VARIABLES_PAGE = 'docs/variables.md';

const explanation = z.object({
  description: z.string(),
  unset: z.string().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

/** A variable's description and its default as Markdown, from the schema. */
function explain(schema: z.ZodType): { description: string; unset: string } {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const { description, unset, default: defaultValue } = explanation.parse(json);
  // A stringbool has no default in JSON Schema.
  const value = schema instanceof z.ZodDefault ? schema.def.defaultValue : defaultValue;
  if (unset !== undefined) return { description, unset };
  return { description, unset: value === undefined || value === '' ? '–' : `\`${value}\`` };
}

const row = ([name, schema]: [string, z.ZodType]): string => {
  const { description, unset } = explain(schema);
  return `| \`${name}\` | ${unset} | ${description} |`;
};

const section = ([title, group]: [string, Readonly<Record<string, z.ZodType>>]): string =>
  [
    `## ${title}`,
    '',
    '| variable | default | meaning |',
    '|---|---|---|',
    ...Object.entries(group).map(row),
  ].join('\n');

const secretFiles = `## Secrets in files

${secretNames.all.map((name) => `\`${name}\``).join(', ')} may each be read from a file: add \`_FILE\` to the name, as in \`SECRET_FILE=/run/secrets/secret\`. Line breaks at the end of the file do not count. Setting a variable in both ways is a mistake, and so is \`_FILE\` for any other variable. See [containers](operate/install.md#in-containers).`;

/** Content of docs/variables.md, generated from the configuration's schema. */
export const variablesPage = (): string =>
  `${[
    '# Variables',
    'Written by `node scripts/write-docs.ts` from `server/config/environment.ts`. An empty variable counts as not set. With a wrong or missing value the process names the variable and refuses to start.',
    ...Object.entries(variables).map(section),
    secretFiles,
    '## Read elsewhere',
    [
      '| variable | default | meaning |',
      '|---|---|---|',
      '| `SITE_URL` | – | read by the build: origin for absolute canonical links |',
      '| `CAST_SIZE` | `7` | number of broadcasters of the demo, at most 8, taken in order; fewer leave more of a small machine to visitors |',
      '| `CAST_NICE` | `10` | their niceness, as in `nice(1)` |',
      '| `MALLOC_ARENA_MAX` | `2` | arenas of glibc, set by `scripts/start.mjs` and the image, see [memory](operate/metrics.md#memory) |',
    ].join('\n'),
  ].join('\n\n')}\n`;

/** Every variable that the server reads. */
export const variableNames: readonly string[] = Object.values(variables).flatMap(Object.keys);

export const STATES_PAGE = 'docs/states.md';

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

function stateSection(machine: DeclaredMachine): string {
  const { path, columns, moments, first, transitions, follows } = machine;
  const rows = Object.keys(transitions).map((to) => {
    const sources = Object.keys(transitions).filter((from) => transitions[from]?.includes(to));
    const from = [...(to === first ? ['a new row'] : []), ...(sources.length > 0 ? [quoted(sources)] : [])];
    const set = (moments?.[to] ?? []).map((name) => columns[name] ?? name);
    const mark = moments ? ` (${set.length > 0 ? quoted(set) : 'none'})` : '';
    return `| \`${to}\`${mark} | ${from.join(', ')} | ${quoted(follows[to] ?? [])} |`;
  });
  return [
    `## \`${nameOf(machine)}\``,
    '',
    moments ? `\`${path}\`; a state is told by the columns that are set in it.` : `\`${path}\``,
    '',
    '| state | reached from | what follows, in order |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Content of docs/states.md, generated from the declarations of the state machines. */
export const statesPage = (machines: readonly DeclaredMachine[]): string =>
  `${[
    '# States',
    "Written by `node scripts/write-docs.ts` from the files named below. Each is the only writer of its table's state ([why](decisions/operations/state-machines.md)).",
    ...machines.map(stateSection),
  ].join('\n\n')}\n`;

/** The decision whose price they are. */
export const STATEMENTS_PAGE = 'docs/decisions/money/one-transaction.md';

const statementTable = /(?<=^\| act \| statements \|\n\|---\|---\|\n)(?:\|.*\|\n)*/m;

/** The page with the table of statements per act. */
export const pageWithStatements = (text: string): string =>
  text.replace(
    statementTable,
    Object.entries(statementsPerAct)
      .map(([act, count]) => `| ${act} | ${count} |\n`)
      .join(''),
  );
