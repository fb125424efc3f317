import { expect, it } from 'vitest';
import { refuseUsername, USERNAME_MIN } from '#contract/member/usernames.ts';
import { openForbiddenWords } from '#server/safety/words/word-list.ts';
import { insultTest, openNameWords } from './insults.ts';

const hasInsult = insultTest({
  nameWords: await openNameWords(),
  forbiddenWords: await openForbiddenWords(),
});
const words = (text: string): string[] => text.trim().split(/\s+/);

const givenNames = words(`
  Siet Sietske Sjoukje Tjitske Fokke Fokje Hoite Wietske Froukje Ytsje Sytske Jitske Lysbeth Doutzen
  Pieter Griet Margriet Lidewij Liesbeth Titia Aaltje Guido Geert Hilde Lies Klaas Maaike Teun Coen Huub Dirkje
  Dick Nicky Alice Felicity Basil Cuthbert Ulysses Lillian Isla Willis Constance Prudence
  Nazli Nazim Nazife Naziha Kutlu Kunter Gokce Sevgi Ilknur Nilufer Sukru Hakki Ufuk
  Naima Fatiha Ilias Khadija Soumaya Hicham Lalla Zineb Nazik Nazira Salima Moulay Laila
`);
const places = words(`
  Nijmegen Hoorn Slenaken Kutno Lulea Essex Scunthorpe Penistone Middelburg Sneek Slagharen Lith Ulicoten Hellendoorn
  Siegen Nazilli Dordrecht Amstelveen Lisse Nigtevecht
`);

it('accepts the given names and places of the list', () => {
  expect(givenNames.length).toBeGreaterThanOrEqual(60);
  expect(places.length).toBeGreaterThanOrEqual(20);
  const names = [...givenNames, ...places].flatMap((name) => [
    name,
    name.toUpperCase(),
    `${name}88`,
    `Lieve_${name}`,
  ]);
  expect(names.filter((name) => hasInsult(name))).toEqual([]);
  const long = names.filter(({ length }) => length >= USERNAME_MIN);
  expect(long.filter((name) => refuseUsername(name) !== null)).toEqual([]);
});

it.each(words('slet SLET sIet s1et Slet_88 Nazi nazi88 N4zi NAZI Klootzak kIootzak k1ootzak Fl1kker lDIOOT'))(
  'refuses %s',
  (name) => {
    expect(hasInsult(name)).toBe(true);
  },
);
