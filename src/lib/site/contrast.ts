export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** A token as it is written in a brand: `0.58 0.19 32`. */
export function parseOklch(token: string): Oklch {
  const [lightness = Number.NaN, chroma = Number.NaN, hue = Number.NaN] = token.split(' ').map(Number);
  if ([lightness, chroma, hue].some(Number.isNaN)) throw new Error(`Not an OKLCH triple: ${token}`);
  return [lightness, chroma, hue];
}

/** WCAG contrast of two colours, 1 to 21. */
export function contrast(a: Oklch, b: Oklch): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance of the colour as sRGB shows it (Ottosson's OKLab matrices). */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const inGamut = (value: number): number => Math.min(1, Math.max(0, value));
  return (
    0.2126 * inGamut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * inGamut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * inGamut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
}
