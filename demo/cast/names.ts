import type { Random } from '#demo/random.ts';
import type { Gender } from './performer.ts';

const list = (words: string) => words.trim().split(/\s+/) as [string, ...string[]];

const women = list(`
  Anouk Fenna Jasmijn Roos Eline Merel Liselot Babette Nienke Maartje Tessa Marit Hanneke Floor Lieke Sterre Isa
  Carlijn Willemijn Annelies Britt Evelien Doutzen Geertje Josien Katinka Linde Marloes Nadine Odette Pleun Renske
  Silke Tirza Veerle Wieke Zoey Amelie Charlotte Clara Greta Helena Johanna Katja Leonie Lena Magda Nele Paula Romy
  Svenja Thea Ulrike Viola Wiebke Alice Beatrix Cassie Daisy Emily Fiona Grace Hazel Imogen Jane Kirsty Lydia Maisie
  Nora Olive Poppy Rowan Stella Tabitha Violet Winnie Adele Brigitte Camille Delphine Elodie Florence Genevieve Helene
  Ines Juliette Karine Lucie Manon Noemie Oceane Pauline Rosalie Solene Valerie Alba Blanca Carmen Dolores Esperanza
  Frida Gala Irene Jimena Lola Marisol Nieves Paloma Rocio Soledad Triana Ximena Alessia Bianca Chiara Donatella
  Federica Ginevra Ilaria Lavinia Martina Ornella Perla Raffaella Serena Tosca Aisha Farah Layla Nadia Samira Zahra
  Mei Keiko Linh Suki Anong Amara Imani Nia Zola Abena
`);
const men = list(`
  Bram Thijs Sander Joris Maarten Niels Koen Wouter Jelle Floris Lukas Felix Jonas Moritz Oliver Henry Arthur Theo
  Hugo Remi Luca Matteo Diego Rafael Malik Kenji Kofi Samir
`);
const either = list(`
  Robin Sascha Charlie Alexis Noa Jules Quinn River Sky Andrea Dominique Kim Lou Mika Nicky Remy Sam Toni Vanja Yael
`);
const second = list('Mae Rose Lynn Joy Luz Jade Belle Skye Faye Eva Wren Sol');

/** Attempts before a name gets a number: a crowd is larger than the lists. */
const PATIENCE = 30;

/** A username that is not in `taken`: one name, two names, or the two of a couple. */
export function chooseUsername(random: Random, gender: Gender, taken: Set<string>): string {
  for (let tries = 0; ; tries += 1) {
    const number = tries > PATIENCE ? random.int(2, 9999) : '';
    const name = `${candidate(random, gender)}${number}`;
    const key = name.toLowerCase();
    if (name.length < 4 || taken.has(key)) continue;
    taken.add(key);
    return name;
  }
}

function candidate(random: Random, gender: Gender): string {
  if (gender === 'couple')
    return random.pick(women) + random.pick(['_en_', '-']) + random.pick([...men, ...women]);
  const first = random.pick(gender === 'male' ? men : gender === 'trans' ? either : women);
  if (random.chance(0.62)) return first;
  const tail = gender === 'male' ? random.pick(list('West Noord Vale Storm Lane Berg')) : random.pick(second);
  return first + random.pick(['', '_', '-']) + tail;
}
