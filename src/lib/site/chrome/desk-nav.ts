import { routes } from '#contract/routes.ts';
import type { MessageKey } from '../i18n.ts';

interface DeskSection {
  readonly path: string;
  readonly text: MessageKey;
}

/** Sections of the desk, in order. */
export const deskSections: readonly DeskSection[] = [
  { path: routes.desk, text: 'desk.nav.log' },
  { path: routes.deskAccount, text: 'desk.nav.account' },
];

/** Whether a path is in the section; the log has no pages below it. */
export const isInDeskSection = (section: string, path: string): boolean =>
  path === section || (section !== routes.desk && path.startsWith(`${section}/`));
