import * as z from 'zod/mini';

/** What an operator may do at the desk. An `owner` may do everything; calls name the other roles. */
export const operatorRoles = ['support', 'moderator', 'finance', 'owner'] as const;
export const operatorRoleSchema = z.enum(operatorRoles);
export type OperatorRole = z.infer<typeof operatorRoleSchema>;

/** Whether a role may make calls for these roles. */
export const isRoleAmong = (role: OperatorRole, roles: readonly OperatorRole[]): boolean =>
  role === 'owner' || roles.includes(role);
