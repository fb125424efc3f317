import { z } from 'zod';
import { DESK_LINK_HOURS, operatorNamePattern } from '#contract/desk/account/account-calls.ts';
import { operatorRoleSchema, operatorRoles } from '#contract/desk/roles.ts';
import { labelOf } from '#contract/errors.ts';
import { defaultLocale, locales } from '#contract/locales.ts';
import { refuseEmail } from '#contract/member/account/credentials.ts';
import {
  addOperator,
  disableOperator,
  endOperatorSessions,
  listOperators,
  sendOperatorLink,
  setOperatorRole,
} from '#server/desk/account/operators.ts';
import { operatorByName } from '#server/identity/operators/reads.ts';
import { columns } from './columns.ts';
import { command, type Desk } from './command.ts';

const roleOption = { value: `<${operatorRoles.join('|')}>`, help: 'what the operator may do' };

/** The link leads to a page that exists only with the feature. */
function requireDeskFeature({ hasFeature }: Desk): void {
  if (!hasFeature('desk'))
    throw new Error('the desk is switched off: set features.desk of the brand to true (docs/rebrand.md)');
}

const sent = (email: string): string =>
  `A link to set up the access goes to ${email}. It works once, for ${DESK_LINK_HOURS} hours. The running product sends it.`;

export const addOperatorCommand = command({
  name: 'operators add',
  summary: 'Adds an operator and mails a one-time link to set up the access to the desk',
  operands: ['name'],
  options: {
    email: { value: '<address>', help: 'where mails go, and the login name; required' },
    role: { ...roleOption, help: `${roleOption.help}; required` },
    language: { value: `<${locales.join('|')}>`, help: `of the mails (default: ${defaultLocale})` },
  },
  changes: true,
  input: z.object({
    name: z.string().regex(operatorNamePattern, 'must have 2 to 31 small letters, digits or -'),
    email: z
      .string()
      .trim()
      .refine((text) => refuseEmail(text) === null, 'must be an e-mail address'),
    role: operatorRoleSchema,
    language: z.enum(locales).default(defaultLocale),
  }),
  async run(desk, operator) {
    requireDeskFeature(desk);
    await addOperator(desk, desk.caller, operator).catch((error: unknown) => {
      const label = labelOf(error);
      if (label === 'badRequest.username_exists')
        throw new Error(`the name ${operator.name} was used before`);
      if (label === 'badRequest.email_exists')
        throw new Error(`${operator.email} is the address of another operator`);
      throw error;
    });
    desk.say(`${operator.name} is added as ${operator.role}.`);
    desk.say(sent(operator.email));
    return 0;
  },
});

export const sendDeskLinkCommand = command({
  name: 'operators link',
  summary: 'Mails an operator a new one-time link; the present password and app work until it is used',
  operands: ['name'],
  changes: true,
  input: z.object({ name: z.string().min(1) }),
  async run(desk, { name }) {
    requireDeskFeature(desk);
    await sendOperatorLink(desk, desk.caller, { name });
    desk.say(sent((await operatorByName(desk.db, name))?.email ?? name));
    return 0;
  },
});

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
    const { ended } = await disableOperator({ db, now }, caller, { name });
    say(`${name} has no access any more; ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`);
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
