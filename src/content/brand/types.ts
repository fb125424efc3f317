import type { NamedTip } from '#contract/chat/tipping/tips.ts';
import type { Season } from '#contract/performers/profile/promotions-calls.ts';
import type { Tracking } from '#contract/safety/consent.ts';
import type { Feature } from '#contract/site/features.ts';
import type { WalletVariant } from '#contract/wallet/purchase-calls.ts';

/** Each role is a pair of colours, for the light and the dark scheme. */
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

/** OKLCH as in CSS: `0.58 0.19 32`. */
export interface ColorPair {
  readonly light: string;
  readonly dark: string;
}

/** A file below `public/` and its size in px. */
export interface BrandImage {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

export interface BrandImages {
  /** Behind the titles of lists: the default, and those of seasons with their own. Decoration without words. */
  readonly headers: Readonly<{ default: BrandImage | null } & Partial<Record<Season, BrandImage>>>;
  /** Shown if a performer's picture is missing or fails to load: 4:3 and transparent, over the picture's placeholder colour. */
  readonly profile: BrandImage;
}

export interface Brand {
  readonly name: string;
  /** Prefix of the cookies' names. */
  readonly key: string;
  readonly slogan: Readonly<Record<string, string>>;
  readonly affiliateCode: string;
  /** Value of the `api-key` header. */
  readonly apiKey: string;
  readonly welcomeCredits: number;
  readonly company: {
    readonly name: string;
    readonly street: string;
    readonly city: string;
    readonly country: string;
    readonly registration: string;
    /** VAT number. */
    readonly vat: string;
    readonly email: string;
  };
  readonly links: { readonly company: string; readonly affiliate: string; readonly performerSignUp: string };
  /** Functions that need the visitor's consent; without any, the question is not asked. */
  readonly tracking: Tracking;
  /** Target of "leave" in the age question. */
  readonly leaveUrl: string;
  /** Named tips with their price in credits, in the order in which they are offered. */
  readonly tipTypes: readonly { readonly name: NamedTip; readonly amount: number }[];
  readonly features: Readonly<Record<Feature, boolean>>;
  /** Position of the wallet: at the side, or (`default`) in the middle. The server may override it. */
  readonly wallet: WalletVariant;
  /** A fixed season, the calendar's, or none. */
  readonly season: Season | 'calendar' | null;
}

/** A drawing of the name, for the header. */
export interface Logo {
  readonly viewBox: string;
  /** Paths, drawn with a stroke width of 5 in the colour of the text. */
  readonly lines: readonly string[];
  /** Filled with the accent colour; replaced by a season's own mark. */
  readonly mark: string;
  readonly seasonal: Readonly<Partial<Record<Season, string>>>;
}

/** For the style sheet and drawn pictures. Separate from the brand, so that no script contains it. */
export interface Look {
  readonly colors: Readonly<Record<ColorRole, ColorPair>>;
  readonly images: BrandImages;
  /** A path of 32 by 32, for pictures of shared links; shows the same as `public/favicon.svg`. */
  readonly mark: string;
  /** Null: the name in the site's font. */
  readonly logo: Logo | null;
  /**
   * Background of the mark (`public/favicon.svg`) in icons that a phone crops, and on its start screen: a hexadecimal
   * colour for both schemes.
   */
  readonly iconColor: `#${string}`;
  /** rem; other radii derive from it. */
  readonly radius: number;
  readonly seasonal: Readonly<Partial<Record<Season, Partial<Record<ColorRole, ColorPair>>>>>;
}
