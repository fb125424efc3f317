import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { memberFinds } from './people/member-calls.ts';
import { operatorRoles } from './roles.ts';

/** By what something was found; a performer and a member also by their names and numbers. */
export const hitKinds = [...memberFinds, 'performer', 'session', 'report', 'case'] as const;

export const searchDesk = endpoint({
  base: 'desk',
  method: 'GET',
  path: '/search',
  summary:
    'Finds members and performers by name or number, members also by address, payments, receipts, transfers, chats, reports and cases by number: what the caller’s role may see, exact matches first',
  access: 'operator',
  roles: operatorRoles,
  input: z.object({ query: z.string().check(z.trim(), z.minLength(1), z.maxLength(320)) }),
  output: z.object({
    result: z.array(
      z.object({
        by: z.enum(hitKinds),
        /** Key of what to open: `member:7`, `performer:3`, `case:4`. */
        key: z.string(),
        /** Username of the person; empty once the account is erased. */
        name: z.string(),
        /** Null unless it is a member. */
        email: z.nullable(z.string()),
      }),
    ),
  }),
  errors: [],
});
