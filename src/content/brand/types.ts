import type { Feature } from '#contract/features.ts';
import type { Season } from '#contract/performers/promo.ts';
import type { Tracking } from '#contract/safety/consent.ts';

/** Colour roles every brand fills; one pair a role, so that light and dark can't drift apart. */
export const colorRoles = [
  'page',
  'surface',
  'sunken',
  'line',
  'line-strong',
  'ink',
  'ink-soft',
  'accent',
  'accent-strong',
  'accent-soft',
  'on-accent',
  'accent-ink',
  'positive',
  'free',
  'vip',
  'danger',
] as const;
export type ColorRole = (typeof colorRoles)[number];

/** OKLCH triples as CSS writes them: `0.58 0.19 32`. */
export interface ColorPair {
  readonly light: string;
  readonly dark: string;
}

export interface Brand {
  readonly name: string;
  readonly slogan: Readonly<Record<string, string>>;
  readonly affiliateCode: string;
  /** Sent as the `api-key` header by every page of this brand. */
  readonly apiKey: string;
  readonly welcomeCredits: number;
  readonly company: {
    readonly name: string;
    readonly street: string;
    readonly city: string;
    readonly country: string;
    readonly registration: string;
    readonly email: string;
  };
  readonly links: { readonly company: string; readonly affiliate: string; readonly performerSignUp: string };
  /** What happens only with the visitor's consent; with none of it nobody is asked. */
  readonly tracking: Tracking;
  /** Where "leave" on the age question goes. */
  readonly leaveUrl: string;
  readonly features: Readonly<Record<Feature, boolean>>;
  readonly colors: Readonly<Record<ColorRole, ColorPair>>;
  /** Corner radius every rounded shape derives from, in rem. */
  readonly radius: number;
  /** A look that is always on, the one of the day's own season, or none. */
  readonly season: Season | 'calendar' | null;
  readonly seasonal: Readonly<Partial<Record<Season, Partial<Record<ColorRole, ColorPair>>>>>;
}
