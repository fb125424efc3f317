import { routes } from '#contract/routes.ts';
import type { MessageKey } from '../i18n.ts';

/** Sections of the studio, in order. */
export const studioSections: readonly { readonly path: string; readonly text: MessageKey }[] = [
  { path: routes.studio, text: 'studio.nav.overview' },
  { path: routes.studioLive, text: 'studio.nav.live' },
  { path: routes.studioEarnings, text: 'studio.nav.earnings' },
  { path: routes.studioProfile, text: 'studio.nav.profile' },
  { path: routes.studioAccount, text: 'studio.nav.account' },
];
