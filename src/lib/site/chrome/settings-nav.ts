import type { Feature } from '#contract/features.ts';
import { routes } from '#contract/routes.ts';
import { hasFeature } from '../features.ts';
import type { MessageKey } from '../i18n.ts';
import type { RouteName } from './navigation.ts';

export interface SettingsEntry {
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
