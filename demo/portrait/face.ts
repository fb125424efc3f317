import type { Random } from '#demo/random.ts';
import { darken, lighten, mix, type Palette } from './palette.ts';

/** The shape of a head around its centre (0, 0): ears at ±78, chin near 106, crown near -112. */
export interface FaceShape {
  /** Half width at the jaw's corner. */
  jaw: number;
  /** Half width of the chin. */
  chin: number;
  length: number;
  path: string;
}

export function chooseFace(random: Random, broad: boolean): FaceShape {
  const jaw = random.int(50, 60) + (broad ? 7 : 0);
  const chin = random.int(17, 24) + (broad ? 8 : 0);
  const length = random.int(100, 108) + (broad ? 2 : 0);
  const half = (s: 1 | -1) => ({ jaw: s * jaw, chin: s * chin, cheek: s * 75, temple: s * 76 });
  const right = half(1);
  const left = half(-1);
  const path =
    `M ${left.temple},-30 C ${left.temple},-88 -44,-114 0,-114 C 44,-114 ${right.temple},-88 ${right.temple},-30 ` +
    `C ${right.cheek + 2},8 ${right.jaw + 12},44 ${right.jaw},66 C ${right.jaw - 9},84 ${right.chin + 8},${length} 0,${length} ` +
    `C ${left.chin - 8},${length} ${left.jaw + 9},84 ${left.jaw},66 C ${left.jaw - 12},44 ${left.cheek - 2},8 ${left.temple},-30 Z`;
  return { jaw, chin, length, path };
}

export interface FaceTraits {
  masculine: boolean;
  lined: boolean;
  bare: boolean;
}

/** Skin, shading and features; `id` separates the clip paths of two people in one picture. */
export function drawFace(
  random: Random,
  palette: Palette,
  options: { id: string; shape: FaceShape; beard: string; traits: FaceTraits },
): string {
  const { id, shape, beard, traits } = options;
  const { skin } = palette;
  return `
<ellipse cx="-77" cy="2" rx="12" ry="19" fill="${skin.base}"/><ellipse cx="77" cy="2" rx="12" ry="19" fill="${skin.shade}"/>
<path d="M-80,-4 q-6,6 0,14" stroke="${skin.shade}" stroke-width="3" fill="none" stroke-linecap="round"/>
<path d="${shape.path}" fill="${skin.base}"/>
<clipPath id="face-${id}"><path d="${shape.path}"/></clipPath>
<g clip-path="url(#face-${id})">
  <path d="M 100,-120 L 100,130 L -8,130 C 46,96 62,40 56,-20 C 54,-70 40,-100 20,-124 Z" fill="${skin.shade}" opacity=".38"/>
  <path d="M -90,-44 C -40,-66 40,-66 90,-44 L 90,-130 L -90,-130 Z" fill="${skin.shade}" opacity="${traits.bare ? 0 : 0.5}"/>
  <radialGradient id="blush-${id}"><stop stop-color="${skin.blush}" stop-opacity=".5"/><stop offset="1" stop-color="${skin.blush}" stop-opacity="0"/></radialGradient>
  <ellipse cx="-46" cy="34" rx="27" ry="20" fill="url(#blush-${id})"/><ellipse cx="46" cy="34" rx="27" ry="20" fill="url(#blush-${id})"/>
</g>
${beard}${freckles(random, palette)}${eyesAndBrows(random, palette, { id, traits })}${nose(random, palette)}${mouth(random, palette, traits)}
${traits.lined ? lines(skin.shade) : ''}`;
}

function freckles(random: Random, { skin, hair }: Palette): string {
  if (!random.chance(0.16)) return '';
  const color = mix(skin.shade, hair.base, 0.35);
  return Array.from({ length: 16 }, (_, index) => {
    const side = index % 2 ? 1 : -1;
    return `<circle cx="${side * random.int(14, 58)}" cy="${random.int(16, 38)}" r="${1.3 + random.next()}" fill="${color}" opacity=".6"/>`;
  }).join('');
}

function lines(color: string): string {
  return `<g stroke="${color}" stroke-width="2.4" fill="none" stroke-linecap="round" opacity=".8">
<path d="M-37,44 q-6,10 -1,20"/><path d="M37,44 q6,10 1,20"/><path d="M-62,-2 l-7,-3"/><path d="M-62,4 l-7,2"/><path d="M62,-2 l7,-3"/><path d="M62,4 l7,2"/></g>`;
}

function eyesAndBrows(
  random: Random,
  palette: Palette,
  { id, traits }: { id: string; traits: FaceTraits },
): string {
  const ink = darken(palette.hair.dark, 0.78);
  const browColor = mix(palette.hair.dark, '#2a1b16', 0.35);
  const arch = random.int(5, 11);
  const weight = traits.masculine ? 8 : random.int(5, 6);
  const lift = traits.masculine ? 4 : 0;
  const laughing = random.chance(0.1);
  const open = random.int(10, 13);
  const eye = laughing
    ? smilingEye(ink)
    : openEye({ id, iris: palette.eye, ink, open, lashes: !traits.masculine });
  const brow = `<path d="M-19,0 C -8,${-arch + 1} 8,${-arch - 1} 22,3 C 8,${-arch + weight} -8,${-arch + weight + 3} -19,${2 + weight / 2} Z" fill="${browColor}"/>`;
  const shadow =
    random.chance(0.4) && !traits.masculine
      ? `<path d="M-20,0 Q 0,-27 22,-3 Q 4,-14 -20,0 Z" fill="${palette.scheme.accent}" opacity=".35"/>`
      : '';
  const side = (flip: 1 | -1) =>
    `<g transform="translate(${flip * 34},-2) scale(${flip},1)">${laughing ? '' : shadow}${eye}<g transform="translate(0,${-29 + lift})">${brow}</g></g>`;
  return side(-1) + side(1);
}

function smilingEye(ink: string): string {
  return `<path d="M-16,3 Q 1,-14 18,2" stroke="${ink}" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M18,2 l6,-4" stroke="${ink}" stroke-width="3" stroke-linecap="round"/>`;
}

function openEye(options: { id: string; iris: string; ink: string; open: number; lashes: boolean }): string {
  const { iris, ink, open, lashes } = options;
  const outline = `M-18,4 C -10,${-open} 8,${-open - 3} 19,-1 C 12,10 -8,12 -18,4 Z`;
  return `<path d="${outline}" fill="#fffdfb"/>
<clipPath id="eye-${options.id}"><path d="${outline}"/></clipPath>
<g clip-path="url(#eye-${options.id})"><circle cx="1" cy="-1" r="10" fill="${darken(iris, 0.35)}"/><circle cx="1" cy="-1" r="8.6" fill="${iris}"/>
<circle cx="1" cy="2" r="6" fill="${lighten(iris, 0.3)}" opacity=".55"/><circle cx="1" cy="-1" r="4.4" fill="#160f12"/>
<path d="M-20,${-open - 6} H 22 V -4 Q 2,${-open + 2} -20,4 Z" fill="#3a2630" opacity=".22"/></g>
<circle cx="4" cy="-4.5" r="2.6" fill="#fff"/>
<path d="M-19,4 C -10,${-open - 1} 8,${-open - 4} 20,-1" stroke="${ink}" stroke-width="${lashes ? 4.4 : 3.4}" fill="none" stroke-linecap="round"/>
${lashes ? `<path d="M15,-6 Q 21,-6 27,-11 Q 24,-1 18,0 Z" fill="${ink}"/>` : ''}`;
}

function nose(random: Random, { skin }: Palette): string {
  const width = random.int(9, 13);
  const bridge = random.chance(0.5)
    ? `<path d="M6,2 C 8,14 11,22 ${width},31" stroke="${skin.shade}" stroke-width="3.4" fill="none" stroke-linecap="round"/>`
    : '';
  return `${bridge}<path d="M-${width},34 C -7,40 -3,38 0,40 C 3,38 7,40 ${width},34" stroke="${darken(skin.shade, 0.12)}" stroke-width="3.4" fill="none" stroke-linecap="round"/>
<ellipse cx="-3" cy="26" rx="5" ry="8" fill="${lighten(skin.base, 0.35)}" opacity=".5"/>`;
}

function mouth(random: Random, { skin }: Palette, { masculine }: FaceTraits): string {
  const lip = masculine
    ? mix(skin.shade, skin.lips, 0.45)
    : random.chance(0.3)
      ? mix(skin.lips, '#b3202f', 0.6)
      : skin.lips;
  const dark = darken(lip, 0.35);
  const wide = random.int(22, 28);
  if (random.chance(0.42)) {
    return `<path d="M-${wide},59 Q 0,66 ${wide},59 Q ${wide - 7},86 0,86 Q -${wide - 7},86 -${wide},59 Z" fill="${dark}"/>
<path d="M-${wide - 3},61 Q 0,68 ${wide - 3},61 L ${wide - 7},67.5 Q 0,74 -${wide - 7},67.5 Z" fill="#fff"/>
<path d="M-13,81 Q 0,74 13,81 Q 7,86 0,86 Q -7,86 -13,81 Z" fill="${mix(lip, '#f08a86', 0.5)}"/>
<path d="M-${wide},59 Q 0,66 ${wide},59 Q ${wide - 7},86 0,86 Q -${wide - 7},86 -${wide},59 Z" fill="none" stroke="${lip}" stroke-width="${masculine ? 2 : 4}" stroke-linejoin="round"/>`;
  }
  const full = masculine ? 0.6 : 1;
  return `<path d="M-${wide},60 C -13,${64 - 8 * full} -6,${63 - 8 * full} 0,${63 - 4 * full} C 6,${63 - 8 * full} 13,${64 - 8 * full} ${wide},59 C 13,71 -13,72 -${wide},60 Z" fill="${lip}"/>
<path d="M-${wide - 4},63 C -12,71 12,70 ${wide - 4},62 C 15,${70 + 10 * full} -14,${71 + 11 * full} -${wide - 4},63 Z" fill="${lighten(lip, 0.14)}"/>
<path d="M-${wide},60 C -12,72 12,71 ${wide},59" stroke="${dark}" stroke-width="2.8" fill="none" stroke-linecap="round"/>
<path d="M-${wide + 1},57 q-4,2 -3,6 M${wide + 1},56 q4,2 3,6" stroke="${skin.shade}" stroke-width="2.8" fill="none" stroke-linecap="round"/>`;
}
