import { mayOpen } from '#contract/desk/described/sections.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';
import type { Feature } from '#contract/site/features.ts';
import { routes } from '#contract/site/routes.ts';
import { hasFeature } from '../brand.ts';
import type { MessageKey } from '../i18n.ts';
import type { RouteName } from './navigation.ts';

interface SettingsEntry {
  readonly route: Extract<RouteName, `settings${string}`>;
  readonly path: string;
  readonly text: MessageKey;
  /** Shown only if the brand has this feature. */
  readonly feature?: Feature;
}

/** All sections of a member's settings, in order. */
export const settingsSections: readonly SettingsEntry[] = [
  { route: 'settings', path: routes.settings, text: 'settings.nav.account' },
  { route: 'settings-security', path: routes.settingsSecurity, text: 'settings.nav.security' },
  { route: 'settings-purchases', path: routes.settingsPurchases, text: 'settings.nav.purchases' },
  { route: 'settings-limits', path: routes.settingsLimits, text: 'settings.nav.limits' },
  { route: 'settings-data', path: routes.settingsData, text: 'settings.nav.data' },
];

/** Sections whose feature is enabled. */
export const shownSections = (): readonly SettingsEntry[] =>
  settingsSections.filter(({ feature }) => !feature || hasFeature(feature));

interface StudioSection {
  readonly path: string;
  readonly text: MessageKey;
  /** Shown only if the brand has this feature. */
  readonly feature?: Feature;
}

/** All sections of the studio, in order. */
export const allStudioSections: readonly StudioSection[] = [
  { path: routes.studio, text: 'studio.nav.overview' },
  { path: routes.studioLive, text: 'studio.nav.live' },
  { path: routes.studioMessages, text: 'studio.nav.messages', feature: 'messenger' },
  { path: routes.studioRoom, text: 'studio.nav.room' },
  { path: routes.studioEarnings, text: 'studio.nav.earnings' },
  { path: routes.studioSeller, text: 'seller.title' },
  { path: routes.studioStatistics, text: 'statistics.title' },
  { path: routes.studioProfile, text: 'studio.nav.profile' },
  { path: routes.studioPictures, text: 'studio.nav.pictures' },
  { path: routes.studioAccount, text: 'studio.nav.account' },
];

/** Sections whose feature is enabled. */
export const studioSections = (): readonly StudioSection[] =>
  allStudioSections.filter(({ feature }) => !feature || hasFeature(feature));

/** Whether a path is in the section; the overview has no pages below it. */
export const isInSection = (section: string, path: string): boolean =>
  path === section || (section !== routes.studio && path.startsWith(`${section}/`));

interface DeskSection {
  readonly path: string;
  readonly text: MessageKey;
}

const allDeskSections: readonly DeskSection[] = [
  { path: routes.desk, text: 'work.title' },
  { path: routes.deskLive, text: 'wall.title' },
  { path: routes.deskReports, text: 'cases.title' },
  { path: routes.deskPerformers, text: 'records.title' },
  { path: routes.deskIdentity, text: 'identity.title' },
  { path: routes.deskDepictions, text: 'depictions.title' },
  { path: routes.deskApplications, text: 'applications.title' },
  { path: routes.deskPictures, text: 'records.pictures.title' },
  { path: routes.deskMembers, text: 'desk.nav.members' },
  { path: routes.deskRefunds, text: 'desk.nav.refunds' },
  { path: routes.deskPayments, text: 'payments.title' },
  { path: routes.deskDisputes, text: 'disputes.title' },
  { path: routes.deskSpenders, text: 'spenders.title' },
  { path: routes.deskPayouts, text: 'payouts.title' },
  { path: routes.deskBooks, text: 'desk.nav.books' },
  { path: routes.deskRevenue, text: 'revenue.title' },
  { path: routes.deskTax, text: 'tax.title' },
  { path: routes.deskAffiliates, text: 'affiliates.title' },
  { path: routes.deskOrders, text: 'orders.title' },
  { path: routes.deskLaw, text: 'law.title' },
  { path: routes.deskContent, text: 'content.title' },
  { path: routes.deskChanges, text: 'contentChanges.title' },
  { path: routes.deskLog, text: 'desk.nav.log' },
  { path: routes.deskToday, text: 'today.title' },
  { path: routes.deskHouse, text: 'house.title' },
  { path: routes.deskOperators, text: 'desk.nav.operators' },
];

/** Sections of the desk that a role may open, in order; the header links to the account beside them. */
export const deskSections = (role: OperatorRole): readonly DeskSection[] =>
  allDeskSections.filter(({ path }) => mayOpen(role, path));

/** Whether a path is in the section; the first one has no pages below it. */
export const isInDeskSection = (section: string, path: string): boolean =>
  path === section || (section !== routes.desk && path.startsWith(`${section}/`));
