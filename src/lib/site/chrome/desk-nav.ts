import { mayOpen } from '#contract/desk/pages.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';
import { routes } from '#contract/routes.ts';
import type { MessageKey } from '../i18n.ts';

interface DeskSection {
  readonly path: string;
  readonly text: MessageKey;
}

const sections: readonly DeskSection[] = [
  { path: routes.desk, text: 'desk.nav.log' },
  { path: routes.deskLive, text: 'wall.title' },
  { path: routes.deskReports, text: 'cases.title' },
  { path: routes.deskPerformers, text: 'records.title' },
  { path: routes.deskApplications, text: 'applications.title' },
  { path: routes.deskPictures, text: 'records.pictures.title' },
  { path: routes.deskMembers, text: 'desk.nav.members' },
  { path: routes.deskRefunds, text: 'desk.nav.refunds' },
  { path: routes.deskPayouts, text: 'payouts.title' },
  { path: routes.deskBooks, text: 'desk.nav.books' },
  { path: routes.deskAffiliates, text: 'affiliates.title' },
  { path: routes.deskContent, text: 'content.title' },
  { path: routes.deskToday, text: 'today.title' },
  { path: routes.deskHouse, text: 'house.title' },
  { path: routes.deskOperators, text: 'desk.nav.operators' },
];

/** Sections of the desk that a role may open, in order; the header links to the account beside them. */
export const deskSections = (role: OperatorRole): readonly DeskSection[] =>
  sections.filter(({ path }) => mayOpen(role, path));

/** Whether a path is in the section; the log has no pages below it. */
export const isInDeskSection = (section: string, path: string): boolean =>
  path === section || (section !== routes.desk && path.startsWith(`${section}/`));
