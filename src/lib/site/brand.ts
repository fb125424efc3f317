import { type Feature, features } from '#contract/site/features.ts';
import { brand } from '../../content/brand/index.ts';
import type { ColorPair, Look } from '../../content/brand/types.ts';

const pair = ({ light, dark }: ColorPair): string => `light-dark(oklch(${light}),oklch(${dark}))`;

function declarations(colors: Readonly<Record<string, ColorPair | undefined>>): string {
  return Object.entries(colors)
    .flatMap(([role, value]) => (value ? [`--brand-${role}:${pair(value)}`] : []))
    .join(';');
}

/** The brand's tokens and its placeholder picture of performers as custom properties; seasons override some colours. */
export function brandCss(look: Look): string {
  const base = `:root{${declarations(look.colors)};--brand-radius:${look.radius}rem;--brand-profile-image:url('${look.images.profile.src}')}`;
  const seasonal = Object.entries(look.seasonal).map(
    ([season, colors]) => `:root[data-season='${season}']{${declarations(colors)}}`,
  );
  return [base, ...seasonal].join('\n');
}

type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** `0.58 0.19 32`. */
export function parseOklch(token: string): Oklch {
  const [lightness = Number.NaN, chroma = Number.NaN, hue = Number.NaN] = token.split(' ').map(Number);
  if ([lightness, chroma, hue].some(Number.isNaN)) throw new Error(`Not an OKLCH triple: ${token}`);
  return [lightness, chroma, hue];
}

/** WCAG contrast, 1 to 21. */
export function contrast(a: Oklch, b: Oklch): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG relative luminance. */
function luminance(color: Oklch): number {
  const [red, green, blue] = linearOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Linear sRGB, 0 to 1 (Ottosson's OKLab matrices). */
function linearOf([lightness, chroma, hue]: Oklch): [red: number, green: number, blue: number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const inGamut = (value: number): number => Math.min(1, Math.max(0, value));
  return [
    inGamut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    inGamut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    inGamut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** `#rrggbb`. */
export function hexOf(color: Oklch): string {
  const encode = (value: number): number =>
    value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
  const parts = linearOf(color).map((value) => Math.round(encode(value) * 255));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Whether the brand has the feature, so that texts may mention it. */
export const hasFeature = (feature: Feature): boolean => brand.features[feature];

export const missingFeatures: readonly Feature[] = features.filter((feature) => !hasFeature(feature));
