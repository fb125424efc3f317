import * as z from 'zod/mini';
import { routes } from '../site/routes.ts';
import { isBelow } from '../start/roots.ts';

/** What an operator may do at the desk. An `owner` may do everything; calls name the other roles. */
export const operatorRoles = ['support', 'moderator', 'finance', 'owner'] as const;
export const operatorRoleSchema = z.enum(operatorRoles);
export type OperatorRole = z.infer<typeof operatorRoleSchema>;

/** Whether a role may make calls for these roles. */
export const isRoleAmong = (role: OperatorRole, roles: readonly OperatorRole[]): boolean =>
  role === 'owner' || roles.includes(role);

/** Who may open a section of the desk besides owners; every role may open the others. */
const sections: readonly (readonly [path: string, roles: readonly OperatorRole[]])[] = [
  [routes.deskLive, ['moderator']],
  [routes.deskReports, ['moderator']],
  [routes.deskApplications, ['moderator']],
  [routes.deskPictures, ['moderator']],
  [routes.deskMembers, ['support', 'finance']],
  [routes.deskRefunds, ['support', 'moderator', 'finance']],
  [routes.deskPayouts, ['finance']],
  [routes.deskBooks, ['finance']],
  [routes.deskAffiliates, ['finance']],
  [routes.deskLaw, ['finance']],
  [routes.deskHouse, ['support', 'finance']],
  [routes.deskContent, ['support', 'moderator']],
  [routes.deskOperators, []],
];

/** Whether a role may open a page of the desk. Its calls check the role again. */
export const mayOpen = (role: OperatorRole, path: string): boolean =>
  sections.every(([section, roles]) => !isBelow([section], path) || isRoleAmong(role, roles));
