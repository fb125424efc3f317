import type { OperatorRole } from '#contract/desk/roles.ts';
import type { Locale } from '#contract/locales.ts';
import { deskSections } from '../../../src/lib/site/chrome/sections.ts';
import { lookUp } from '../../../src/lib/site/i18n.ts';

/** Names of the sections that a role may open, as the header of the desk shows them. */
export const deskSectionNames = (role: OperatorRole, locale: Locale): string[] =>
  deskSections(role).map(({ text }) => lookUp(locale, text, ''));
