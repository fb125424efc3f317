import { z } from 'zod';
import { listOperators } from '#server/desk/account/list-operators.ts';
import { columns } from '../columns.ts';
import { command } from '../command.ts';

const states = { invited: 'has not used the link yet', active: 'active', disabled: 'disabled' } as const;

export const listOperatorsCommand = command({
  name: 'operators list',
  summary: 'Prints the operators with their roles and open sessions',
  input: z.object({}),
  async run({ db, now, caller, say }) {
    const { result } = await listOperators({ db, now }, caller);
    const rows = result.map((one) => [one.name, one.role, one.email, states[one.state], one.sessions]);
    for (const line of columns(['name', 'role', 'e-mail', 'state', 'sessions'], rows)) say(line);
    return 0;
  },
});
