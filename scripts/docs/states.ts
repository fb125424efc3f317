import { type DeclaredMachine, nameOf } from '../architecture/state-machines.ts';

export const STATES_PAGE = 'docs/states.md';

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

function section(machine: DeclaredMachine): string {
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
    ...machines.map(section),
  ].join('\n\n')}\n`;
