import sharp from 'sharp';
import { drawBackdrop } from '#demo/portrait/backdrop.ts';
import { drawBody } from '#demo/portrait/clothes.ts';
import { drawExtras, drawNecklace } from '#demo/portrait/extras.ts';
import { chooseFace, drawFace } from '#demo/portrait/face.ts';
import { drawBeard, drawHair } from '#demo/portrait/hair.ts';
import { choosePalette, mix, type Palette, type Sitter } from '#demo/portrait/palette.ts';
import { makeRandom, type Random, seedOf } from '#demo/random.ts';

export type { Sitter } from '#demo/portrait/palette.ts';

export const PORTRAIT_WIDTH = 800;
export const PORTRAIT_HEIGHT = 600;

/** Draws a performer as an illustration: 800 by 600, a bust in front of a plain wall. The same row gives the same picture. */
export function portraitSvg(performer: Sitter): string {
  const random = makeRandom(seedOf(performer.username));
  const palette = choosePalette(random, performer);
  const backdrop = drawBackdrop(random, palette.scheme, 'w');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PORTRAIT_WIDTH} ${PORTRAIT_HEIGHT}" width="${PORTRAIT_WIDTH}" height="${PORTRAIT_HEIGHT}">` +
    `${backdrop}${drawPeople(random, palette, performer)}</svg>`
  );
}

/** The people of a portrait without the wall, for use inside another picture. */
export function figureSvg(performer: Sitter): string {
  const random = makeRandom(seedOf(performer.username));
  const palette = choosePalette(random, performer);
  drawBackdrop(random, palette.scheme, 'w');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PORTRAIT_WIDTH} ${PORTRAIT_HEIGHT}" width="${PORTRAIT_WIDTH}" height="${PORTRAIT_HEIGHT}">${drawPeople(random, palette, performer)}</svg>`;
}

/** The colours of a performer's scenes. */
export function schemeOf(performer: Sitter): Palette['scheme'] {
  return choosePalette(makeRandom(seedOf(performer.username)), performer).scheme;
}

/** CSS colour shown until the portrait is loaded: the middle of its wall. */
export function placeholderColor(performer: Sitter): string {
  const { wall, shape } = schemeOf(performer);
  return mix(mix(wall[0], wall[1], 0.5), shape, 0.4);
}

/** The portrait as an image `width` pixels wide, 4:3. AVIF takes a second, so do not call it during a request. */
export function renderPortrait(
  performer: Sitter,
  width: number,
  format: 'avif' | 'webp' | 'jpeg',
): Promise<Buffer> {
  const image = sharp(Buffer.from(portraitSvg(performer)))
    .resize(width, Math.round(width * 0.75))
    .flatten();
  if (format === 'avif') return image.avif({ quality: 58, effort: 3 }).toBuffer();
  if (format === 'webp') return image.webp({ quality: 80 }).toBuffer();
  return image.jpeg({ quality: 82, mozjpeg: true }).toBuffer();
}

function drawPeople(random: Random, palette: Palette, performer: Sitter): string {
  if (performer.gender !== 'couple') {
    return `<g transform="translate(${400 + random.int(-14, 14)},288) scale(1.32) rotate(${random.int(-3, 3)} 0 120)">${drawPerson(random, palette, { ...performer, id: 'a' })}</g>`;
  }
  const partner = choosePalette(random, {
    ...performer,
    hairColor: random.pick(['brown', 'black', 'dark_blonde', 'red']),
  });
  const [other = palette.cloth] = palette.scheme.clothes.filter((color) => color !== palette.cloth);
  const partnerGender = random.pick(['male', 'male', 'female']);
  return (
    `<g transform="translate(535,270) scale(1.02)">${drawPerson(random, { ...partner, scheme: palette.scheme, cloth: other }, { ...performer, gender: partnerGender, id: 'b' })}</g>` +
    `<g transform="translate(290,306) scale(1.04) rotate(3)">${drawPerson(random, palette, { ...performer, gender: 'female', id: 'a' })}</g>`
  );
}

function drawPerson(random: Random, palette: Palette, sitter: Sitter & { id: string }): string {
  const { id, hairColor } = sitter;
  const masculine = sitter.gender === 'male';
  const bald = hairColor === 'bald';
  const lined = hairColor === 'grey' || hairColor === 'white';
  const shape = chooseFace(random, masculine || sitter.physique === 'fat');
  const curly = sitter.ethnicity === 'ebony' && random.chance(0.75);
  const hair = drawHair(random, palette.hair, {
    id,
    cut: bald ? 'none' : masculine ? 'short' : 'long',
    curly,
  });
  const body = drawBody(random, palette, { id, masculine, physique: sitter.physique });
  const beard = masculine ? drawBeard(random, palette.hair) : '';
  const face = drawFace(random, palette, { id, shape, beard, traits: { masculine, lined, bare: bald } });
  return (
    hair.back +
    body.skin +
    (masculine ? '' : drawNecklace(random)) +
    body.clothes +
    face +
    hair.front +
    drawExtras(random, palette, { feminine: !masculine, lined })
  );
}
