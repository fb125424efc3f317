import type { Feature } from '#contract/features.ts';
import { routes } from '#contract/routes.ts';
import { hasFeature } from '../features.ts';
import type { MessageKey } from '../i18n.ts';

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
