import type { Random } from '#demo/random.ts';
import { darken, lighten, mix, type Scheme } from './palette.ts';

const WIDTH = 800;
const HEIGHT = 600;

/** The wall behind a portrait: a gradient, one large shape, and details at the sides. */
export function drawBackdrop(random: Random, scheme: Scheme, id: string): string {
  const [top, bottom] = scheme.wall;
  const angle = random.pick(['x2="0" y2="1"', 'x2="1" y2="1"', 'x1="1" x2="0" y2="1"']);
  const shape = random.pick([halo, arch, blob, sun, panes])(random, scheme);
  const life = random.pick([leaves, leaves, dots, waves, lights, frames, shelf, plant])(random, scheme);
  return `<linearGradient id="wall-${id}" ${angle}><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#wall-${id})"/>${shape}${life}`;
}

type Part = (random: Random, scheme: Scheme) => string;

const halo: Part = (_, { shape }) =>
  `<circle cx="400" cy="300" r="250" fill="${shape}" opacity=".55"/><circle cx="400" cy="300" r="196" fill="${shape}" opacity=".5"/>`;
const arch: Part = (_, { shape }) =>
  `<path d="M 180,600 V 270 A 220 220 0 0 1 620,270 V 600 Z" fill="${shape}" opacity=".7"/><path d="M 150,600 V 270 A 250 250 0 0 1 650,270 V 600" fill="none" stroke="${shape}" stroke-width="5" opacity=".6"/>`;
const blob: Part = (random, { shape }) =>
  `<path transform="rotate(${random.int(0, 3) * 90} 400 300)" d="M 196,168 C 270,20 500,32 590,136 C 690,250 640,420 540,500 C 430,584 250,570 186,440 C 146,350 150,256 196,168 Z" fill="${shape}" opacity=".65"/>`;
const sun: Part = (random, { shape, accent }) => {
  const x = random.pick([230, 570]);
  return `<circle cx="${x}" cy="200" r="130" fill="${mix(shape, accent, 0.3)}" opacity=".6"/><path d="M 0,430 Q 200,360 420,420 T 800,400 V 600 H 0 Z" fill="${shape}" opacity=".75"/><path d="M 0,500 Q 240,430 460,490 T 800,470 V 600 H 0 Z" fill="${mix(shape, accent, 0.3)}" opacity=".6"/>`;
};
const panes: Part = (_, { shape, wall }) =>
  `<rect x="150" y="60" width="500" height="620" rx="18" fill="${shape}" opacity=".8"/>` +
  [
    [170, 80],
    [410, 80],
    [170, 330],
    [410, 330],
  ]
    .map(
      ([x, y]) =>
        `<rect x="${x}" y="${y}" width="220" height="230" rx="8" fill="${lighten(wall[0], 0.3)}" opacity=".55"/>`,
    )
    .join('') +
  `<path d="M 170,310 L 390,150 V 230 L 280,310 Z M 410,560 L 630,400 V 480 L 520,560 Z" fill="#fff" opacity=".16"/>`;

const leaf = (x: number, y: number, options: { turn: number; size: number; fill: string; vein: string }) =>
  `<g transform="translate(${x},${y}) rotate(${options.turn}) scale(${options.size})"><path d="M 0,0 C 34,-24 40,-84 0,-130 C -40,-84 -34,-24 0,0 Z" fill="${options.fill}"/><path d="M 0,0 V -104 M 0,-30 L 16,-50 M 0,-30 L -16,-50 M 0,-58 L 14,-76 M 0,-58 L -14,-76" stroke="${options.vein}" stroke-width="3" fill="none" stroke-linecap="round"/></g>`;

const leaves: Part = (random, { accent, shape }) => {
  const branch = (x: number, flip: 1 | -1) =>
    [-62, -34, -6, 24, 52]
      .map((turn, index) => {
        const fill = index % 2 ? mix(accent, shape, 0.35) : darken(accent, 0.08);
        return leaf(x, 620, {
          turn: turn + flip * 10,
          size: 1.1 + random.next() * 0.7,
          fill,
          vein: lighten(fill, 0.25),
        });
      })
      .join('');
  return branch(92, 1) + (random.chance(0.6) ? branch(716, -1) : '');
};

const dots: Part = (random, { accent, wall }) => {
  const color = mix(accent, wall[0], 0.35);
  const side = (x: number) =>
    Array.from(
      { length: 30 },
      (_, index) => `<circle cx="${x + (index % 5) * 26}" cy="${70 + Math.floor(index / 5) * 26}" r="4.5"/>`,
    ).join('');
  return `<g fill="${color}" opacity=".75">${side(40)}${random.chance(0.5) ? `<g transform="translate(0,330)">${side(640)}</g>` : side(640)}</g>`;
};

const waves: Part = (_, { accent, shape }) =>
  `<g fill="none" stroke="${mix(accent, shape, 0.4)}" stroke-width="6" opacity=".55" stroke-linecap="round">${[0, 1, 2, 3].map((row) => `<path d="M ${30 + row * 6},${90 + row * 30} q 24,-22 48,0 t 48,0 t 48,0"/><path d="M ${600 + row * 6},${430 + row * 30} q 24,-22 48,0 t 48,0 t 48,0"/>`).join('')}</g>`;

const lights: Part = (_, { accent, wall }) => {
  const bulbs = Array.from({ length: 11 }, (_bulb, index) => {
    const x = 40 + index * 72;
    const y = 52 + 46 * Math.sin((index / 10) * Math.PI * 2 + 0.6) + 18;
    return `<path d="M ${x},${y - 12} v 8" stroke="${darken(wall[1], 0.4)}" stroke-width="3"/><circle cx="${x}" cy="${y + 6}" r="19" fill="#fff3c9" opacity=".3"/><circle cx="${x}" cy="${y + 6}" r="9.5" fill="${lighten(mix(accent, '#ffd98a', 0.7), 0.25)}"/>`;
  });
  const rope = Array.from(
    { length: 41 },
    (_point, index) =>
      `${index ? 'L' : 'M'} ${index * 20},${(58 + 46 * Math.sin(((index * 20 - 40) / 720) * Math.PI * 2 + 0.6)).toFixed(1)}`,
  ).join(' ');
  return `<path d="${rope}" stroke="${darken(wall[1], 0.4)}" stroke-width="3" fill="none" opacity=".8"/>${bulbs.join('')}`;
};

const frames: Part = (_, { accent, wall, shape }) => {
  const picture = (x: number, y: number, [w, h]: readonly [number, number]) =>
    `<g transform="translate(${x},${y})"><rect width="${w}" height="${h}" rx="5" fill="${darken(wall[1], 0.35)}"/><rect x="8" y="8" width="${w - 16}" height="${h - 16}" fill="${lighten(wall[0], 0.5)}"/><circle cx="${w * 0.66}" cy="${h * 0.36}" r="${w * 0.13}" fill="${accent}"/><path d="M 8,${h - 8} V ${h * 0.68} Q ${w * 0.3},${h * 0.42} ${w * 0.55},${h * 0.68} T ${w - 8},${h * 0.6} V ${h - 8} Z" fill="${shape}"/></g>`;
  return picture(46, 70, [120, 150]) + picture(64, 250, [92, 92]) + picture(640, 96, [112, 136]);
};

const shelf: Part = (random, { accent, wall, shape }) => {
  const wood = darken(mix(wall[1], '#7a5636', 0.5), 0.1);
  const tones = [accent, shape, lighten(accent, 0.35), darken(shape, 0.35), '#f2e6d3', darken(accent, 0.3)];
  const row = (x: number, y: number) => {
    let at = x;
    let books = '';
    for (let index = 0; at < x + 130; index++) {
      const w = random.int(15, 26);
      const h = random.int(62, 100);
      books += `<rect x="${at}" y="${y - h}" width="${w - 2}" height="${h}" rx="2.5" fill="${tones[(index + random.int(0, 2)) % tones.length]}"/><rect x="${at + 3}" y="${y - h + 14}" width="${w - 8}" height="4" fill="#fff" opacity=".45"/>`;
      at += w;
    }
    return `${books}<rect x="${x - 40}" y="${y}" width="214" height="11" rx="3" fill="${wood}"/>`;
  };
  return row(24, 180) + row(10, 340) + row(650, 240);
};

const plant: Part = (random, { accent, wall }) => {
  const x = random.pick([100, 704]);
  const green = mix(accent, '#3f7d52', 0.65);
  const stems = [-58, -30, -4, 26, 54].map((turn, index) =>
    leaf(x, 480, {
      turn,
      size: 1.25 + (index % 2) * 0.4,
      fill: index % 2 ? green : darken(green, 0.15),
      vein: lighten(green, 0.25),
    }),
  );
  return `${stems.join('')}<path d="M ${x - 56},470 H ${x + 56} L ${x + 42},600 H ${x - 42} Z" fill="${mix(wall[1], accent, 0.55)}"/><path d="M ${x - 60},462 h 120 v 22 h -120 Z" fill="${darken(mix(wall[1], accent, 0.55), 0.12)}"/>`;
};
