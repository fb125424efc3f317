import type { Random } from '#demo/random.ts';
import { darken, type HairTones } from './palette.ts';

/** Hair is drawn in two layers: behind the body and in front of the face. */
export interface Hair {
  back: string;
  front: string;
}

const CROWN = 'C -98,-66 -72,-142 0,-142 C 72,-142 98,-66';

/** Hairlines that frame the face, from temple over the crown to temple and back along the forehead. */
const hairlines = {
  centre: `M -85,14 ${CROWN} 85,14 C 83,-34 58,-74 2,-108 C -56,-76 -81,-36 -85,14 Z`,
  side: `M -85,10 ${CROWN} 86,18 C 82,-22 66,-50 32,-64 C 4,-76 -18,-90 -30,-112 C -48,-88 -78,-46 -85,10 Z`,
  sideMirrored: `M 85,10 C 98,-66 72,-142 0,-142 C -72,-142 -98,-66 -86,18 C -82,-22 -66,-50 -32,-64 C -4,-76 18,-90 30,-112 C 48,-88 78,-46 85,10 Z`,
  fringe: `M -87,24 ${CROWN} 87,24 L 77,20 C 79,-8 74,-28 68,-38 C 52,-32 38,-40 26,-33 C 12,-40 -6,-32 -20,-38 C -36,-32 -52,-38 -68,-36 C -74,-28 -79,-8 -77,20 Z`,
  curtain: `M -87,20 ${CROWN} 87,20 C 84,-4 76,-26 62,-34 C 34,-40 12,-62 0,-92 C -12,-62 -34,-40 -62,-34 C -76,-26 -84,-4 -87,20 Z`,
  swept: `M -82,-4 C -94,-64 -70,-134 0,-136 C 70,-134 94,-64 82,-4 C 78,-42 56,-86 0,-92 C -56,-86 -78,-42 -82,-4 Z`,
} as const;
type Hairline = keyof typeof hairlines;

const backs = {
  straight:
    'M -93,-20 C -102,-112 -60,-148 0,-148 C 60,-148 102,-112 93,-20 C 98,60 110,150 116,244 C 60,268 -60,268 -116,244 C -110,150 -98,60 -93,-20 Z',
  wavy: 'M -93,-20 C -104,-114 -60,-150 0,-150 C 60,-150 104,-114 94,-20 C 122,20 102,62 120,100 C 142,142 114,180 130,222 C 84,256 -84,256 -130,222 C -114,180 -142,142 -120,100 C -102,62 -122,20 -93,-20 Z',
  bob: 'M -95,-20 C -106,-112 -60,-148 0,-148 C 60,-148 106,-112 95,-20 C 106,20 116,66 104,104 C 84,118 60,116 46,106 L -46,106 C -60,116 -84,118 -104,104 C -116,66 -106,20 -95,-20 Z',
  nape: 'M -88,-10 C -98,-110 -60,-142 0,-142 C 60,-142 98,-110 88,-10 C 88,40 72,84 44,104 L -44,104 C -72,84 -88,40 -88,-10 Z',
} as const;

const locks = {
  straight: 'M -86,-6 C -99,60 -110,140 -106,226 C -88,236 -66,234 -54,222 C -68,160 -78,90 -76,16 Z',
  wavy: 'M -86,-6 C -112,34 -92,72 -110,108 C -130,150 -102,182 -116,222 C -96,236 -72,230 -58,214 C -76,182 -54,156 -70,118 C -82,86 -66,56 -76,16 Z',
  bob: 'M -86,-8 C -102,22 -112,68 -101,104 C -86,114 -68,110 -58,98 C -72,72 -79,42 -76,10 Z',
  tuck: 'M -84,-2 C -92,14 -93,34 -87,56 C -81,42 -78,24 -77,8 Z',
} as const;

const mirrored = (markup: string) => `${markup}<g transform="scale(-1,1)">${markup}</g>`;

/** Paints with one set of tones: a filled shape, and strands that follow the crown. */
function brush(tones: HairTones, id: string) {
  const fill = `url(#hair-${id})`;
  const defs =
    `<linearGradient id="hair-${id}" x1="0" y1="-150" x2="0" y2="240" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="${tones.light}"/>` +
    `<stop offset=".3" stop-color="${tones.base}"/><stop offset="1" stop-color="${tones.dark}"/></linearGradient>`;
  const stroke = (d: string, color: string, width = 3) =>
    `<path d="${d}" stroke="${color}" stroke-width="${width}" fill="none" stroke-linecap="round" opacity=".55"/>`;
  return {
    defs,
    shape: (d: string) => `<path d="${d}" fill="${fill}"/>`,
    behind: (d: string) => `<path d="${d}" fill="${darken(tones.dark, 0.12)}"/>`,
    lock: (d: string) => mirrored(`<path d="${d}" fill="${fill}"/>`),
    light: (d: string) => stroke(d, tones.light, 4),
    shadow: (d: string) => stroke(d, tones.dark),
    curls: (circles: readonly (readonly [number, number, number])[]) =>
      circles.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`).join('') +
      circles
        .filter((_, index) => index % 2 === 0)
        .map(([x, y, r]) =>
          stroke(
            `M ${x - r * 0.5},${y - r * 0.2} A ${r * 0.6} ${r * 0.6} 0 0 1 ${x + r * 0.4},${y - r * 0.4}`,
            tones.light,
          ),
        )
        .join(''),
  };
}
type Brush = ReturnType<typeof brush>;

const crownStrands = (b: Brush, line: Hairline) =>
  line === 'swept'
    ? b.light('M -50,-106 C -34,-124 -14,-128 6,-128') +
      b.shadow('M -40,-92 C -30,-112 -18,-122 0,-130') +
      b.shadow('M 40,-92 C 34,-110 26,-120 14,-130') +
      b.shadow('M 66,-60 C 62,-92 48,-114 30,-126')
    : b.light('M -66,-62 C -58,-96 -40,-118 -14,-128') +
      b.light('M 30,-126 C 54,-112 68,-88 74,-56') +
      b.shadow('M -74,-30 C -70,-68 -50,-98 -18,-114') +
      b.shadow('M 20,-110 C 52,-94 72,-64 77,-26');

function fall(kind: 'straight' | 'wavy' | 'bob') {
  return (random: Random, b: Brush): Hair => {
    const line = random.pick<Hairline>(['centre', 'side', 'sideMirrored', 'fringe', 'curtain']);
    const strands =
      kind === 'bob'
        ? b.light('M -88,30 C -96,56 -98,76 -94,96') + b.shadow('M 86,24 C 92,54 92,78 86,100')
        : mirrored(
            b.shadow('M -84,30 C -90,90 -96,150 -88,216') + b.light('M -90,50 C -98,100 -104,150 -100,196'),
          );
    return {
      back: b.behind(backs[kind]) + (kind === 'bob' ? '' : b.lock(locks[kind])),
      front: b.lock(locks[kind]) + b.shape(hairlines[line]) + strands + crownStrands(b, line),
    };
  };
}

function bun(random: Random, b: Brush): Hair {
  const x = random.pick([0, 0, 26, -26]);
  const knot = `<circle cx="${x}" cy="-156" r="42" fill="url(#hair-ID)"/>`;
  const line = random.pick<Hairline>(['swept', 'swept', 'curtain']);
  return {
    back: `${knot}${b.shadow(`M ${x - 26},-150 C ${x - 10},-186 ${x + 22},-182 ${x + 30},-152`)}${b.light(`M ${x - 22},-172 C ${x - 8},-188 ${x + 12},-190 ${x + 24},-176`)}${b.behind(backs.nape)}`,
    front: `${b.shape(hairlines[line])}${crownStrands(b, line)}${b.lock(locks.tuck)}`,
  };
}

function ponytail(random: Random, b: Brush): Hair {
  const line = random.pick<Hairline>(['swept', 'side', 'curtain']);
  const tail =
    'M 52,82 C 100,88 120,136 104,188 C 98,218 84,246 60,256 C 54,232 60,204 54,176 C 50,146 56,116 34,100 Z';
  return {
    back: b.behind(backs.nape),
    front: `${b.shape(hairlines[line])}${crownStrands(b, line)}${b.lock(locks.tuck)}<g transform="scale(${random.pick([1, -1])},1)">${b.shape(tail)}${b.light('M 70,100 C 96,130 96,176 78,226')}${b.shadow('M 58,110 C 76,140 78,180 68,228')}</g>`,
  };
}

function pixie(random: Random, b: Brush): Hair {
  const cap =
    'M -83,16 C -104,-76 -66,-152 8,-150 C 82,-148 102,-72 83,20 C 80,-10 76,-30 62,-46 C 22,-36 -18,-48 -42,-78 C -50,-50 -76,-30 -83,16 Z';
  return {
    back: b.behind(backs.nape.replaceAll('104', '70')),
    front: `<g transform="scale(${random.pick([1, -1])},1)">${b.shape(cap)}${b.light('M -58,-84 C -40,-116 0,-134 40,-124')}${b.light('M -38,-92 C -8,-66 34,-60 66,-66')}${b.shadow('M -30,-104 C 0,-80 40,-72 74,-76')}</g>`,
  };
}

const ring = (
  from: number,
  to: number,
  options: { steps: number; rx: number; ry: number; y: number; r: number },
) =>
  Array.from({ length: options.steps }, (_, index) => {
    const angle = ((from + ((to - from) * index) / (options.steps - 1)) * Math.PI) / 180;
    return [
      Math.round(Math.cos(angle) * options.rx),
      Math.round(options.y + Math.sin(angle) * options.ry),
      options.r + ((index * 7) % 6),
    ] as const;
  });

function curls(random: Random, b: Brush): Hair {
  const long = random.chance(0.55);
  const halo = long
    ? ring(118, 422, { steps: 25, rx: 106, ry: 128, y: 14, r: 32 })
    : ring(150, 390, { steps: 19, rx: 100, ry: 98, y: -44, r: 36 });
  return {
    back: `<ellipse cx="0" cy="${long ? 0 : -46}" rx="104" ry="${long ? 130 : 98}" fill="url(#hair-ID)"/>${b.curls(halo)}`,
    front:
      b.curls(ring(186, 354, { steps: 10, rx: 76, ry: 78, y: -40, r: 23 })) +
      b.curls(ring(200, 340, { steps: 7, rx: 52, ry: 50, y: -62, r: 20 })),
  };
}

function braids(random: Random, b: Brush): Hair {
  const line = random.pick<Hairline>(['centre', 'fringe', 'curtain']);
  const links = Array.from({ length: 7 }, (_, index) => {
    const y = 76 + index * 25;
    const x = -86 - Math.sin(index / 2) * 6;
    return `<ellipse cx="${x}" cy="${y}" rx="${21 - index}" ry="17" fill="url(#hair-ID)"/>${b.shadow(`M ${x - 15},${y - 6} Q ${x},${y + 14} ${x + 15},${y - 6}`)}`;
  }).join('');
  return {
    back: b.behind(backs.nape),
    front: `${b.shape(hairlines[line])}${crownStrands(b, line)}${mirrored(b.shape('M -85,0 C -98,30 -102,56 -98,84 L -70,84 C -74,56 -78,30 -77,8 Z') + links)}`,
  };
}

const shortCuts = [
  'M -80,-4 C -92,-72 -70,-138 0,-140 C 74,-140 94,-74 80,-4 L 76,-8 C 76,-32 70,-50 58,-62 C 30,-64 -8,-70 -34,-94 C -44,-74 -70,-56 -75,-6 Z',
  'M -80,-4 C -90,-70 -84,-116 -44,-140 C -12,-166 52,-168 78,-136 C 94,-110 88,-50 80,-4 L 76,-8 C 74,-36 70,-60 56,-78 C 20,-94 -20,-88 -50,-70 C -66,-56 -74,-30 -76,-6 Z',
  'M -78,-10 C -86,-70 -62,-126 0,-126 C 62,-126 86,-70 78,-10 C 73,-50 60,-76 40,-84 C 14,-91 -14,-91 -40,-84 C -60,-76 -73,-50 -78,-10 Z',
] as const;

function short(random: Random, b: Brush): Hair {
  if (random.chance(0.22)) {
    return {
      back: '',
      front:
        b.curls(ring(184, 356, { steps: 11, rx: 72, ry: 70, y: -48, r: 22 })) +
        b.curls(ring(205, 335, { steps: 6, rx: 46, ry: 40, y: -72, r: 22 })),
    };
  }
  const cut = random.pick(shortCuts);
  const strands =
    cut === shortCuts[2]
      ? ''
      : b.light('M -56,-92 C -40,-116 -8,-128 26,-124') + b.shadow('M -30,-98 C 0,-80 40,-78 66,-84');
  return { back: '', front: b.shape(cut) + strands };
}

const stylesOf = {
  long: [fall('straight'), fall('wavy'), fall('wavy'), fall('bob'), bun, ponytail, pixie, curls, braids],
  short: [short],
} as const;

/** A head of hair; `id` names the gradient, `cut` and `curly` narrow the styles. */
export function drawHair(
  random: Random,
  tones: HairTones,
  options: { id: string; cut: 'long' | 'short' | 'none'; curly: boolean },
): Hair {
  if (options.cut === 'none') return { back: '', front: '' };
  const b = brush(tones, options.id);
  const style =
    options.curly && options.cut === 'long'
      ? random.pick([curls, curls, braids, bun])
      : random.pick<typeof bun>(stylesOf[options.cut]);
  const { back, front } = style(random, b);
  const named = (markup: string) => markup.replaceAll('hair-ID', `hair-${options.id}`);
  return { back: b.defs + named(back), front: named(front) };
}

/** A beard under the mouth, or nothing. */
export function drawBeard(random: Random, tones: HairTones): string {
  const full =
    'M -77,0 C -79,58 -56,104 -28,119 C -10,126 10,126 28,119 C 56,104 79,58 77,0 C 70,34 56,50 38,50 C 22,43 10,45 0,47 C -10,45 -22,43 -38,50 C -56,50 -70,34 -77,0 Z';
  return random.weighted([
    ['', 25],
    [`<path d="${full}" fill="${tones.base}" opacity=".26"/>`, 35],
    [`<path d="${full}" fill="${tones.base}"/>`, 30],
    [
      `<path d="M -30,54 C -20,44 -8,44 0,48 C 8,44 20,44 30,54 C 20,56 8,56 0,54 C -8,56 -20,56 -30,54 Z" fill="${tones.base}"/>`,
      10,
    ],
  ]);
}
