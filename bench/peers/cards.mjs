// Input of all peers: the cards from the product's API, read once (BENCH_PAGE).
import { readFileSync } from 'node:fs';

const page = JSON.parse(readFileSync(process.env.BENCH_PAGE, 'utf8'));

export const { before, after, head } = page;
export const sizes =
  '(min-width: 96rem) 15rem, (min-width: 80rem) 19vw, (min-width: 64rem) 24vw, (min-width: 40rem) 32vw, 47vw';
export const gridClass =
  'grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 sm:gap-x-4 lg:grid-cols-4 xl:grid-cols-5 2xl:grid-cols-6';

const at = (url, width, format) => url.replace('{w}', width).replace(/webp$/, format);
const srcset = ({ url, widths }, format) =>
  widths
    .filter((width) => width <= 640)
    .map((width) => `${at(url, width, format)} ${width}w`)
    .join(', ');
const looks = { 0: ['offline', 'Offline'], 1: ['online', 'Live'], 3: ['infree', 'Gratis'], 5: ['invip', 'Bezet'], 9: ['paused', 'Pauze'] };

/** A card's values, computed for every request like in the product. */
export const view = (card, index) => {
  const [look, status] = looks[card.onlineStatus];
  return {
    user: card.user,
    href: `${look === 'offline' || look === 'paused' ? '/profile/' : '/stream/'}${encodeURIComponent(card.username)}`,
    name: card.username,
    age: card.age,
    languages: card.languages.slice(0, 3).join(' '),
    place: card.city,
    look,
    status,
    isNew: card.isNew,
    toy: card.cybertoy > 0,
    color: card.snapshot.color,
    avif: srcset(card.snapshot, 'avif'),
    webp: srcset(card.snapshot, 'webp'),
    src: at(card.snapshot.url, 400, 'webp'),
    eager: index < 6,
  };
};

export const cards = () => page.cards.map(view);
