import type { Random } from '#demo/random.ts';
import { darken, lighten, type Palette } from './palette.ts';

const metals = ['#e2b857', '#d9dde2', '#c98a6b'] as const;

/** Earrings and glasses, drawn over the hair. */
export function drawExtras(
  random: Random,
  palette: Palette,
  traits: { feminine: boolean; lined: boolean },
): string {
  const metal = random.pick(metals);
  const parts: string[] = [];
  if (traits.feminine && random.chance(0.55)) parts.push(earrings(random, metal));
  if (random.chance(traits.lined ? 0.5 : 0.24)) parts.push(glasses(random, palette));
  return parts.join('');
}

/** A chain on the skin, under the garment. */
export function drawNecklace(random: Random): string {
  if (!random.chance(0.3)) return '';
  const metal = random.pick(metals);
  const pendant = random.pick([
    `<circle cx="0" cy="190" r="6" fill="${metal}"/>`,
    `<path d="M 0,182 l 6,10 l -6,10 l -6,-10 Z" fill="${metal}"/>`,
    '',
  ]);
  return `<path d="M -44,138 C -34,196 34,196 44,138" stroke="${metal}" stroke-width="2.6" fill="none"/>${pendant}`;
}

function earrings(random: Random, metal: string): string {
  const ring = random.pick([
    `<circle cx="-80" cy="36" r="13" fill="none" stroke="${metal}" stroke-width="4"/>`,
    `<circle cx="-79" cy="24" r="5.5" fill="${metal}"/>`,
    `<path d="M -79,22 v 12" stroke="${metal}" stroke-width="2.5"/><path d="M -79,32 l 7,15 h -14 Z" fill="${metal}"/>`,
  ]);
  return `${ring}<g transform="scale(-1,1)">${ring}</g>`;
}

function glasses(random: Random, { hair, scheme }: Palette): string {
  const frame = random.pick([darken(hair.dark, 0.5), scheme.accent, '#2a2430', '#b98a3e']);
  const lens = random.pick([
    '<circle cx="-35" cy="0" r="27"/>',
    '<rect x="-63" y="-23" width="55" height="44" rx="13"/>',
    '<path d="M -65,-20 Q -36,-28 -8,-20 Q -8,22 -36,23 Q -62,22 -65,-20 Z"/>',
  ]);
  const one = `<g fill="#fff" fill-opacity=".12" stroke="${frame}" stroke-width="4.6">${lens}</g><path d="M -52,-10 L -42,-18" stroke="${lighten(frame, 0.9)}" stroke-width="3.5" stroke-linecap="round" opacity=".8"/>`;
  return `<g transform="translate(0,1)">${one}<g transform="scale(-1,1)">${one}</g><path d="M -9,-6 Q 0,-13 9,-6" stroke="${frame}" stroke-width="4.6" fill="none"/><path d="M -63,-6 L -78,-9 M 63,-6 L 78,-9" stroke="${frame}" stroke-width="4.6"/></g>`;
}
