import type { TextLanguage } from '#demo/cast/performer.ts';
import { darken, lighten, mix, type Sitter } from '#demo/portrait/palette.ts';
import { figureSvg, schemeOf } from '#demo/portraits.ts';
import { makeRandom, type Random, seedOf } from '#demo/random.ts';
import { imageKinds } from '#server/media/images/image-url.ts';
import { storeImage, versionOf } from '#server/media/images/store.ts';
import { albumItems, albums } from '#server/media/tables.ts';
import { addWork } from '#server/outbox/work.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import type { Deps } from '#server/ports/deps.ts';
import { filmWork } from './make-film.ts';

/** The best-known performers have albums: the live cast two, some with a film. */
const FIRST = { title: { nl: 'In beeld', en: 'In the picture' }, many: 3 };
const SECOND = { title: { nl: 'Sfeer', en: 'Atmosphere' }, many: 2 };
const FILMS = 3;
/** In ms; a film takes seconds of CPU time, and the first visitors have priority. */
const FILM_AFTER_MS = 20_000;

type Seeding = Pick<Deps, 'db' | 'config' | 'now'>;
type Seeded = Sitter & { id: number };

/** Draws albums; films are made by the outbox. */
export async function seedAlbums(deps: Seeding, performers: readonly Seeded[], live: number): Promise<void> {
  for (const [index, performer] of performers.entries()) {
    const drawings = drawAlbum(performer, FIRST.many + SECOND.many);
    await seedAlbum(deps, performer.id, { ...FIRST, position: 1, drawings: drawings.slice(0, FIRST.many) });
    if (index >= live) continue;
    const rest = drawings.slice(FIRST.many);
    const albumId = await seedAlbum(deps, performer.id, { ...SECOND, position: 2, drawings: rest });
    if (index >= FILMS) continue;
    const { username, gender, hairColor, ethnicity, eyeColor = '', physique = '' } = performer;
    const sitter = { username, gender, hairColor, ethnicity, eyeColor, physique };
    const runAt = new Date(deps.now().getTime() + FILM_AFTER_MS);
    const payload = { albumId, position: rest.length + 1, sitter };
    await deps.db.transaction((tx) => addWork(tx, filmWork, { payload, runAt }));
  }
}

async function seedAlbum(
  deps: Seeding,
  performerId: number,
  album: { title: Record<string, string>; position: number; drawings: readonly Drawing[] },
): Promise<number> {
  const { title, position, drawings } = album;
  const [row] = await deps.db
    .insert(albums)
    .values({ performerId, position, title })
    .returning({ id: albums.id });
  const albumId = row?.id ?? 0;
  const items = await deps.db
    .insert(albumItems)
    .values(
      drawings.map(({ svg, width, height, color, caption }, index) => ({
        performerId,
        albumId,
        position: index + 1,
        kind: 'picture' as const,
        version: versionOf(svg),
        width,
        height,
        color,
        caption,
        nonude: true,
      })),
    )
    .returning({ id: albumItems.id, position: albumItems.position });
  await Promise.all(
    items.map(({ id, position: place }) => {
      const svg = drawings[place - 1]?.svg ?? '';
      return storeImage(deps.config.dataDir, { kind: imageKinds.album, id }, new CleanBytes(svg));
    }),
  );
  return albumId;
}

/** A drawing of a demo album, its size in px and its caption. */
interface Drawing {
  svg: string;
  width: number;
  height: number;
  color: string;
  caption: Record<TextLanguage, string>;
}

type Draw = (performer: Sitter, random: Random) => Drawing;

/** Drawings of an album; always the same for a performer. */
export function drawAlbum(performer: Sitter, many: number): Drawing[] {
  const random = makeRandom(seedOf(`${performer.username} album`));
  return Array.from({ length: many }, (_, index) => {
    const draw = draws[index % draws.length] ?? atWindow;
    return draw(performer, random);
  });
}

function page(size: { width: number; height: number }, content: string): string {
  const { width, height } = size;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`;
}

/** The figure inside another drawing, 4:3, aligned with the lower edge of the frame. */
const figure = (performer: Sitter, at: { x: number; y: number; width: number }) =>
  figureSvg(performer).replace(
    /^<svg xmlns="[^"]+" viewBox="([^"]+)" width="\d+" height="\d+">/,
    `<svg viewBox="$1" x="${at.x}" y="${at.y}" width="${at.width}" height="${at.width * 0.75}">`,
  );

const gradient = (id: string, from: string, to: string) =>
  `<linearGradient id="${id}" x2="0.6" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

/** In front of a window with an evening sky. */
const atWindow: Draw = (performer, random) => {
  const { wall, accent, shape } = schemeOf(performer);
  const size = { width: 1200, height: 900 };
  const color = mix(wall[0], accent, 0.25);
  const [x, y] = [random.int(640, 720), random.int(80, 130)];
  const sky = `${gradient('sky', lighten(accent, 0.45), darken(shape, 0.25))}<rect x="${x}" y="${y}" width="400" height="560" rx="14" fill="url(#sky)"/>`;
  const sun = `<circle cx="${x + random.int(90, 310)}" cy="${y + random.int(120, 330)}" r="54" fill="${lighten(accent, 0.7)}" opacity=".85"/>`;
  const frame = `<path d="M${x + 200} ${y}v560M${x} ${y + 280}h400" stroke="${lighten(wall[0], 0.35)}" stroke-width="14"/><rect x="${x}" y="${y}" width="400" height="560" rx="14" fill="none" stroke="${lighten(wall[0], 0.35)}" stroke-width="18"/>`;
  const content = `<rect width="1200" height="900" fill="${color}"/>${sky}${sun}${frame}${figure(performer, { x: -60, y: 105, width: 1060 })}`;
  return { ...size, color, svg: page(size, content), caption: { nl: 'Avondlicht', en: 'Evening light' } };
};

/** A close-up, upright, in front of large circles. */
const closeBy: Draw = (performer, random) => {
  const { wall, shape, accent } = schemeOf(performer);
  const size = { width: 900, height: 1200 };
  const color = mix(shape, wall[1], 0.35);
  const rings = Array.from({ length: 4 }, (_, index) => {
    const tint = index % 2 === 0 ? lighten(color, 0.18) : mix(color, accent, 0.3);
    return `<circle cx="${random.int(180, 720)}" cy="${random.int(260, 620)}" r="${430 - index * 95}" fill="${tint}"/>`;
  }).join('');
  const content = `<rect width="900" height="1200" fill="${color}"/>${rings}${figure(performer, { x: -420, y: -102, width: 1740 })}`;
  return { ...size, color, svg: page(size, content), caption: { nl: 'Van dichtbij', en: 'Close by' } };
};

/** Hills in the colours of the room, without people. */
const outside: Draw = (performer, random) => {
  const { wall, shape, accent } = schemeOf(performer);
  const size = { width: 1200, height: 800 };
  const color = lighten(wall[0], 0.15);
  const hills = Array.from({ length: 5 }, (_, index) => {
    const y = 330 + index * 95;
    const rise = () => y - random.int(30, 130);
    const tint = darken(mix(accent, shape, index / 4), index * 0.09);
    return `<path d="M0 ${y}C200 ${rise()} 380 ${rise()} 600 ${y - 20}S1000 ${rise()} 1200 ${y - 40}V800H0z" fill="${tint}"/>`;
  }).join('');
  const moon = `<circle cx="${random.int(200, 1000)}" cy="170" r="74" fill="${lighten(accent, 0.6)}"/>`;
  const content = `<rect width="1200" height="800" fill="${color}"/>${moon}${hills}`;
  return {
    ...size,
    color,
    svg: page(size, content),
    caption: { nl: 'Even naar buiten', en: 'A walk outside' },
  };
};

/** A framed sketch on the wall: the figure small, in the colours of the room. */
const onTheWall: Draw = (performer, random) => {
  const { wall, accent, clothes } = schemeOf(performer);
  const size = { width: 1200, height: 900 };
  const color = mix(wall[1], clothes[0], 0.2);
  const tilt = random.int(-3, 3);
  const plant = `<g fill="${darken(accent, 0.25)}"><ellipse cx="1040" cy="640" rx="34" ry="170" transform="rotate(14 1040 800)"/><ellipse cx="1000" cy="650" rx="32" ry="150" transform="rotate(-20 1000 800)"/><ellipse cx="1080" cy="660" rx="30" ry="140" transform="rotate(38 1060 800)"/></g><path d="M960 780h150l-22 120H982z" fill="${lighten(accent, 0.2)}"/>`;
  const framed = `<g transform="rotate(${tilt} 560 430)"><rect x="170" y="120" width="780" height="600" rx="10" fill="${darken(color, 0.45)}"/><rect x="200" y="150" width="720" height="540" fill="${lighten(wall[0], 0.3)}"/>${figure(performer, { x: 200, y: 150, width: 720 })}</g>`;
  const content = `<rect width="1200" height="900" fill="${color}"/><rect y="820" width="1200" height="80" fill="${darken(color, 0.18)}"/>${framed}${plant}`;
  return { ...size, color, svg: page(size, content), caption: { nl: 'Aan de muur', en: 'On the wall' } };
};

/** A string of lamps at night. */
const lamps: Draw = (performer, random) => {
  const { shape, accent } = schemeOf(performer);
  const size = { width: 1200, height: 800 };
  const color = darken(mix(shape, accent, 0.3), 0.55);
  const cord = (x: number) => 210 + 150 * Math.sin((x / 1200) * Math.PI);
  const bulbs = Array.from({ length: 9 }, (_, index) => {
    const x = 70 + index * 132;
    const y = cord(x) + 46;
    const light = lighten(accent, 0.3 + random.next() * 0.3);
    return `<circle cx="${x}" cy="${y}" r="${random.int(88, 130)}" fill="${light}" opacity=".13"/><path d="M${x} ${cord(x)}v22" stroke="#000" stroke-opacity=".5" stroke-width="7"/><circle cx="${x}" cy="${y}" r="27" fill="${light}"/>`;
  }).join('');
  const line = `<path d="M-10 ${cord(0)}Q600 ${cord(600) + 150} 1210 ${cord(1200)}" fill="none" stroke="#000" stroke-opacity=".45" stroke-width="5"/>`;
  const stars = Array.from(
    { length: 26 },
    () =>
      `<circle cx="${random.int(20, 1180)}" cy="${random.int(430, 780)}" r="${random.int(2, 5)}" fill="${lighten(accent, 0.5)}" opacity=".5"/>`,
  ).join('');
  const content = `<rect width="1200" height="800" fill="${color}"/>${stars}${line}${bulbs}`;
  return { ...size, color, svg: page(size, content), caption: { nl: 'Lampjes aan', en: 'Lights on' } };
};

/** Portraits first, then other pictures. */
const draws: readonly Draw[] = [atWindow, closeBy, onTheWall, outside, lamps];
