import { z } from 'zod';
import { allOperators, type Operator } from '#server/identity/operators/reads.ts';
import { columns } from '../columns.ts';
import { command } from '../command.ts';

function stateOf({ disabledAt, passwordHash }: Operator): string {
  if (disabledAt) return `disabled ${disabledAt.toISOString().slice(0, 10)}`;
  return passwordHash === null ? 'has not used the link yet' : 'active';
}

export const listOperatorsCommand = command({
  name: 'operators list',
  summary: 'Prints the operators with their roles',
  input: z.object({}),
  async run({ db, say }) {
    const operators = await allOperators(db);
    const rows = operators.map((one) => [one.name, one.role, one.email, stateOf(one)]);
    for (const line of columns(['name', 'role', 'e-mail', 'state'], rows)) say(line);
    return 0;
  },
});
