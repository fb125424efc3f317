import type { Random } from '#demo/random.ts';
import { darken, lighten, type Palette } from './palette.ts';

/** Neck, shoulders and clothes around a head at (0, 0); the picture ends near y = 290. */
export interface Body {
  skin: string;
  clothes: string;
}

interface Cut {
  /** Half width of the shoulders. */
  shoulder: number;
  color: string;
  /** A second colour for stripes, a shirt under a blazer, buttons. */
  other: string;
}

/** The garment's outline with its neckline (from left to right neck edge) filled in. */
const garment = (shoulder: number, neckline: string, neck = 54) =>
  `M -${shoulder},420 C -${shoulder + 6},320 -${shoulder + 2},244 -${shoulder - 26},208 C -${shoulder - 60},180 -84,172 -${neck},150 ` +
  `${neckline} ${neck},150 C 84,172 ${shoulder - 60},180 ${shoulder - 26},208 C ${shoulder + 2},244 ${shoulder + 6},320 ${shoulder},420 Z`;

const folds = (shoulder: number, color: string) =>
  `<g stroke="${color}" stroke-width="4" fill="none" stroke-linecap="round" opacity=".6"><path d="M -${shoulder - 38},300 C -${shoulder - 44},268 -${shoulder - 46},250 -${shoulder - 56},236"/><path d="M ${shoulder - 38},300 C ${shoulder - 44},268 ${shoulder - 46},250 ${shoulder - 56},236"/></g>`;

const shade = (d: string, id: string, color: string, shoulder: number) =>
  `<clipPath id="cloth-${id}"><path d="${d}"/></clipPath><path clip-path="url(#cloth-${id})" d="M 46,140 C 30,220 60,300 40,430 L ${shoulder + 20},430 L ${shoulder + 20},140 Z" fill="${color}" opacity=".45"/>`;

function sweater({ shoulder, color }: Cut, id: string): string {
  const d = garment(shoulder, 'C -40,190 40,190');
  const dark = darken(color, 0.2);
  return `<path d="${d}" fill="${color}"/>${shade(d, id, dark, shoulder)}${folds(shoulder, dark)}
<path d="M -54,150 C -40,190 40,190 54,150 L 62,158 C 48,208 -48,208 -62,158 Z" fill="${lighten(color, 0.12)}"/>
<g stroke="${dark}" stroke-width="2" opacity=".6"><path d="M -38,179 l -5,10"/><path d="M -20,187 l -3,11"/><path d="M 0,190 v 11"/><path d="M 20,187 l 3,11"/><path d="M 38,179 l 5,10"/></g>`;
}

function turtleneck({ shoulder, color }: Cut, id: string): string {
  const d = garment(shoulder, 'C -50,140 50,140');
  const dark = darken(color, 0.2);
  return `<path d="${d}" fill="${color}"/>${shade(d, id, dark, shoulder)}${folds(shoulder, dark)}
<path d="M -42,104 C -20,118 20,118 42,104 C 46,124 52,142 58,158 C 24,182 -24,182 -58,158 C -52,142 -46,124 -42,104 Z" fill="${lighten(color, 0.1)}"/>
<path d="M 42,104 C 46,124 52,142 58,158 C 40,170 26,174 14,176 C 22,156 22,136 18,116 C 28,114 36,108 42,104 Z" fill="${dark}" opacity=".4"/>
<path d="M -55,152 C -24,172 24,172 55,152" stroke="${dark}" stroke-width="3" fill="none" opacity=".6"/>`;
}

function stripes({ shoulder, color, other }: Cut, id: string): string {
  const d = garment(shoulder, 'C -50,196 50,196', 62);
  const bands = [196, 226, 256, 286]
    .map(
      (y) => `<path d="M -260,${y} Q 0,${y + 26} 260,${y}" stroke="${other}" stroke-width="11" fill="none"/>`,
    )
    .join('');
  return `<path d="${d}" fill="${color}"/><clipPath id="band-${id}"><path d="${d}"/></clipPath><g clip-path="url(#band-${id})">${bands}</g>${shade(d, id, darken(color, 0.3), shoulder)}`;
}

function vneck({ shoulder, color }: Cut, id: string): string {
  const d = garment(shoulder, 'L 0,236 L', 60);
  const dark = darken(color, 0.2);
  return `<path d="${d}" fill="${color}"/>${shade(d, id, dark, shoulder)}${folds(shoulder, dark)}
<path d="M -60,150 L 0,236 L 60,150 L 70,156 L 0,254 L -70,156 Z" fill="${lighten(color, 0.12)}"/>`;
}

function blouse({ shoulder, color, other }: Cut, id: string): string {
  const d = garment(shoulder, 'L 0,228 L', 52);
  const dark = darken(color, 0.16);
  return `<path d="${d}" fill="${color}"/>${shade(d, id, dark, shoulder)}${folds(shoulder, dark)}
<path d="M 0,228 V 420" stroke="${dark}" stroke-width="3"/><circle cx="9" cy="252" r="4.5" fill="${other}"/><circle cx="9" cy="284" r="4.5" fill="${other}"/>
<path d="M -46,140 C -62,146 -70,158 -74,172 L -40,218 L 0,226 C -22,200 -40,172 -46,140 Z" fill="${lighten(color, 0.16)}"/>
<path d="M 46,140 C 62,146 70,158 74,172 L 40,218 L 0,226 C 22,200 40,172 46,140 Z" fill="${lighten(color, 0.08)}"/>
<path d="M -74,172 L -40,218 L 0,226 L 40,218 L 74,172" stroke="${dark}" stroke-width="2.5" fill="none" stroke-linejoin="round"/>`;
}

function blazer({ shoulder, color, other }: Cut, id: string): string {
  const inner = garment(shoulder, 'C -44,200 44,200', 58);
  const outer = garment(shoulder + 8, 'C -60,240 -30,330 -6,420 L 6,420 C 30,330 60,240', 66);
  const dark = darken(color, 0.24);
  return `<path d="${inner}" fill="${other}"/><path d="${inner}" fill="${darken(other, 0.3)}" opacity=".18"/><path d="${outer}" fill="${color}"/>${shade(outer, id, dark, shoulder)}
<path d="M -66,150 C -76,162 -84,176 -88,190 L -104,214 L -78,224 C -62,284 -36,340 -6,420 C -20,330 -52,240 -54,168 Z" fill="${lighten(color, 0.1)}" stroke="${dark}" stroke-width="2"/>
<path d="M 66,150 C 76,162 84,176 88,190 L 104,214 L 78,224 C 62,284 36,340 6,420 C 20,330 52,240 54,168 Z" fill="${lighten(color, 0.05)}" stroke="${dark}" stroke-width="2"/>`;
}

function hoodie({ shoulder, color, other }: Cut, id: string): string {
  const d = garment(shoulder, 'C -40,196 40,196', 58);
  const dark = darken(color, 0.22);
  return `<path d="M -96,182 C -84,120 -60,96 -36,92 L 36,92 C 60,96 84,120 96,182 Z" fill="${dark}"/>@NECK@<path d="${d}" fill="${color}"/>${shade(d, id, dark, shoulder)}${folds(shoulder, dark)}
<path d="M -78,140 C -70,196 -30,224 0,226 C 30,224 70,196 78,140 C 92,160 96,176 96,190 C 70,236 30,250 0,250 C -30,250 -70,236 -96,190 C -96,176 -92,160 -78,140 Z" fill="${lighten(color, 0.1)}"/>
<path d="M -24,236 V 284 M 24,236 V 276" stroke="${other}" stroke-width="6" stroke-linecap="round"/>`;
}

const wardrobe = { sweater, turtleneck, stripes, vneck, blouse, blazer, hoodie } as const;
type Garment = keyof typeof wardrobe;

function choose(random: Random, masculine: boolean): Garment {
  return random.weighted<Garment>([
    ['sweater', 20],
    ['turtleneck', 14],
    ['stripes', 10],
    ['vneck', 14],
    ['blouse', masculine ? 22 : 18],
    ['blazer', 16],
    ['hoodie', 8],
  ]);
}

const shoulderOf: Record<string, number> = { slim: 164, average: 176, athletic: 180, fat: 200 };

export function drawBody(
  random: Random,
  palette: Palette,
  options: { id: string; masculine: boolean; physique: string | undefined },
): Body {
  const { skin, scheme, cloth } = palette;
  const thickness = options.masculine ? 43 : 35;
  const shoulder = (shoulderOf[options.physique ?? 'average'] ?? 176) + (options.masculine ? 20 : 0);
  const neck = `M -${thickness},56 L -${thickness + 1},126 C -${thickness + 5},148 -60,156 -78,168 L -78,320 L 78,320 L 78,168 C 60,156 ${thickness + 5},148 ${thickness + 1},126 L ${thickness},56 Z`;
  const skinLayer = `<path d="${neck}" fill="${skin.base}"/><clipPath id="neck-${options.id}"><path d="${neck}"/></clipPath>
<g clip-path="url(#neck-${options.id})"><path d="M -80,60 L 80,60 L 80,108 C 46,150 -28,146 -60,104 Z" fill="${skin.shade}"/>
<path d="M 8,60 H 160 V 330 H 60 C 30,250 30,180 8,130 Z" fill="${skin.shade}" opacity=".3"/>
<path d="M -62,186 C -46,182 -28,188 -15,198 M 62,186 C 46,182 28,188 15,198" stroke="${skin.shade}" stroke-width="4" fill="none" stroke-linecap="round"/></g>`;
  const other = random.pick([lighten(scheme.accent, 0.2), '#f7f0e6', darken(scheme.accent, 0.35)]);
  const drawn = wardrobe[choose(random, options.masculine)](
    { shoulder, color: cloth, other: other === cloth ? '#e8ddd0' : other },
    options.id,
  );
  const [behind, front] = drawn.includes('@NECK@') ? drawn.split('@NECK@') : ['', drawn];
  return { skin: `${behind}${skinLayer}`, clothes: front ?? '' };
}
