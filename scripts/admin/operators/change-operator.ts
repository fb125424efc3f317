import { z } from 'zod';
import { operatorRoleSchema, operatorRoles } from '#contract/desk/roles.ts';
import { disableOperator, setOperatorRole } from '#server/desk/account/change-operator.ts';
import { endOperatorSessions } from '#server/desk/account/end-operator-sessions.ts';
import { command } from '../command.ts';

export const setOperatorRoleCommand = command({
  name: 'operators role',
  summary: 'Changes what an operator may do, at once and in open sessions',
  operands: ['name'],
  options: { as: { value: `<${operatorRoles.join('|')}>`, help: 'the new role; required' } },
  changes: true,
  input: z.object({ name: z.string().min(1), as: operatorRoleSchema }),
  async run({ db, now, caller, say }, { name, as: role }) {
    await setOperatorRole({ db, now }, caller, { name, role });
    say(`${name} is ${role}.`);
    return 0;
  },
});

export const disableOperatorCommand = command({
  name: 'operators disable',
  summary: 'Takes away an operator’s access for good and ends every session',
  operands: ['name'],
  changes: true,
  input: z.object({ name: z.string().min(1) }),
  async run({ db, now, caller, say }, { name }) {
    const ended = await disableOperator({ db, now }, caller, { name });
    say(
      `${name} has no access any more; ${ended.length} ${ended.length === 1 ? 'session' : 'sessions'} ended.`,
    );
    return 0;
  },
});

export const endOperatorSessionsCommand = command({
  name: 'operators log-out',
  summary: 'Ends every session of an operator, after a theft; password, app and passkeys stay',
  operands: ['name'],
  changes: true,
  input: z.object({ name: z.string().min(1) }),
  async run({ db, now, caller, say }, { name }) {
    const { ended } = await endOperatorSessions({ db, now }, caller, { name });
    say(`${ended} ${ended === 1 ? 'session' : 'sessions'} of ${name} ended.`);
    return 0;
  },
});
