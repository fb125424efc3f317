import { routes } from '../../site/routes.ts';
import { isBelow } from '../../start/roots.ts';
import { operatorSection } from '../account/account-calls.ts';
import { changeSection } from '../change-calls.ts';
import { contentSection } from '../content-calls.ts';
import { houseSection } from '../house-calls.ts';
import { logSection } from '../log-calls.ts';
import { affiliateDays, affiliateSection } from '../money/affiliate-calls.ts';
import { bookSection } from '../money/book-calls.ts';
import { disputeSection, paymentSection } from '../money/payment-calls.ts';
import { payoutSection } from '../money/payout-calls.ts';
import { revenueSection, spenderSection } from '../money/sale-calls.ts';
import { taxSection } from '../money/tax-calls.ts';
import { applicationSection } from '../people/application-calls.ts';
import { depictionSection, identitySection } from '../people/identity-calls.ts';
import { memberSection, membersSection } from '../people/member-section.ts';
import { performerPage, performerSection } from '../people/performer-section.ts';
import { pictureSection } from '../people/picture-calls.ts';
import { lawFiles, lawFormats, lawPath, lawPeriodFields, lawPeriods } from '../reports/law.ts';
import { orderSection } from '../reports/order-calls.ts';
import { isRoleAmong, type OperatorRole } from '../roles.ts';
import { requestSection } from '../value/request-calls.ts';
import type { Act, List, Section } from './described.ts';

/** Its files are no lists (server/desk/law/files.ts). */
const lawSection: Section = {
  path: routes.deskLaw,
  texts: 'law',
  roles: ['finance'],
  filters: {
    year: { label: 'year', hint: 'yearHint', first: 'running', of: lawPeriodFields.year },
    month: {
      label: 'desk.books.month',
      hint: 'desk.books.monthHint',
      first: 'running',
      of: lawPeriodFields.month,
    },
  },
  lists: [],
  files: lawFiles.map((name) => ({
    name,
    period: lawPeriods[name],
    title: `files.${name}`,
    forms: lawFormats.map((format) => ({ text: `formats.${format}`, path: lawPath(name, format) })),
  })),
};

/** The sections of the desk whose page, files and commands come from their description. */
export const describedSections: readonly Section[] = [
  membersSection,
  memberSection,
  performerSection,
  performerPage,
  identitySection,
  depictionSection,
  applicationSection,
  pictureSection,
  requestSection,
  paymentSection,
  disputeSection,
  spenderSection,
  payoutSection,
  revenueSection,
  affiliateSection,
  operatorSection,
  logSection,
  bookSection,
  changeSection,
  taxSection,
  houseSection,
  contentSection,
  orderSection,
  lawSection,
];

/** Their lists, and those that have a command and a file but no page. */
export const describedLists: readonly List[] = [
  ...describedSections.flatMap(({ lists }) => lists),
  affiliateDays,
];

/** The section of a page; `about` is what its path names, if it is about one thing. */
export function sectionAt(
  path: string,
): { section: Section; about: Readonly<Record<string, unknown>> } | null {
  for (const section of describedSections) {
    if (section.path === path) return { section, about: {} };
    const [, above, field] = /^(.+)\/:(\w+)$/.exec(section.path) ?? [];
    const value = path.slice((above ?? '').length + 1);
    if (field === undefined || !path.startsWith(`${above}/`) || value.includes('/')) continue;
    const about = section.lists[0]?.call.input.shape[field]?.safeParse(value);
    return about?.success ? { section, about: { [field]: about.data } } : null;
  }
  return null;
}

/** Path of a section's page. */
export const addressOf = ({ path }: Section, about: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)$/, (_, field: string) => String(about[field]));

/** A described list as CSV: `/api/desk/list/payouts-due.csv?month=2026-11`. */
export const LIST_FILE = '/api/desk/list/:file';

export const describedActs: readonly Act<never>[] = describedLists.flatMap(({ acts }) => acts);

/** Who may open a section of the desk besides owners; every role may open the others. */
const sections: readonly (readonly [path: string, roles: readonly OperatorRole[]])[] = [
  [routes.deskLive, ['moderator']],
  [routes.deskReports, ['moderator']],
  ...describedSections.map(
    ({ path, lists, roles = [] }) =>
      [path.replace(/\/:\w+$/, ''), [...roles, ...lists.flatMap(({ call }) => call.roles ?? [])]] as const,
  ),
];

/** Whether a role may open a page of the desk. Its calls check the role again. */
export const mayOpen = (role: OperatorRole, path: string): boolean =>
  sections.every(([section, roles]) => !isBelow([section], path) || isRoleAmong(role, roles));
