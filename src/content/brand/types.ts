import type { NamedTip } from '#contract/chat/tips.ts';
import type { Feature } from '#contract/features.ts';
import type { Season } from '#contract/performers/promo.ts';
import type { Tracking } from '#contract/safety/consent.ts';
import type { WalletVariant } from '#contract/wallet/purchase-calls.ts';

/** Each role is a pair of colours, for light and dark. */
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

/** A file below `public/`, with its own size in px. */
export interface BrandImage {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

export interface BrandImages {
  /** Behind the titles of lists: by default, and for seasons that have one of their own. Decoration without words. */
  readonly headers: Readonly<{ default: BrandImage | null } & Partial<Record<Season, BrandImage>>>;
  /**
   * Where a performer's picture is missing or does not come: 4:3 and transparent, drawn over the colour of the picture
   * it stands for.
   */
  readonly profile: BrandImage;
}

export interface Brand {
  readonly name: string;
  /** Begins the names of cookies. */
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
    /** Number for value added tax. */
    readonly vat: string;
    readonly email: string;
  };
  readonly links: { readonly company: string; readonly affiliate: string; readonly performerSignUp: string };
  /** What needs the visitor's consent; without any nobody is asked. */
  readonly tracking: Tracking;
  /** Target of "leave" in the age question. */
  readonly leaveUrl: string;
  /** What a tip may be called, and what that costs in credits; in the order in which it is offered. */
  readonly tipTypes: readonly { readonly name: NamedTip; readonly amount: number }[];
  readonly features: Readonly<Record<Feature, boolean>>;
  /** How the wallet opens: from the side, or (`default`) in the middle. The server may answer otherwise. */
  readonly wallet: WalletVariant;
  /** Always this one, the calendar's, or none. */
  readonly season: Season | 'calendar' | null;
}

/** A drawing of the name, for the header. */
export interface Logo {
  readonly viewBox: string;
  /** Paths, drawn as lines of 5 in the colour of the text. */
  readonly lines: readonly string[];
  /** Filled with the accent; a season's own stands in its place. */
  readonly mark: string;
  readonly seasonal: Readonly<Partial<Record<Season, string>>>;
}

/** For the style sheet and drawn pictures. Apart from the brand, so that no script carries it. */
export interface Look {
  readonly colors: Readonly<Record<ColorRole, ColorPair>>;
  readonly images: BrandImages;
  /** A path within 32 by 32, for pictures of shared links: what `public/favicon.svg` shows. */
  readonly mark: string;
  /** Null: the name in the letters of the site. */
  readonly logo: Logo | null;
  /**
   * Behind the mark (`public/favicon.svg`) where a phone cuts the icon of its home screen to a shape of its own, and while
   * the site starts from there: a colour in hexadecimal, for light and dark alike.
   */
  readonly iconColor: `#${string}`;
  /** rem; other radii derive from it. */
  readonly radius: number;
  readonly seasonal: Readonly<Partial<Record<Season, Partial<Record<ColorRole, ColorPair>>>>>;
}
