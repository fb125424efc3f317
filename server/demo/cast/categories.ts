/** A category of the bar, as it is seeded. */
export interface SeedCategory {
  slug: string;
  position: number;
  highlight: boolean;
  name: Record<'nl' | 'en', string>;
}

const rows = [
  ['talk', 'Goed gesprek', 'Good talk', true],
  ['music', 'Muziek', 'Music', false],
  ['cooking', 'Koken', 'Cooking', false],
  ['fitness', 'Sport', 'Fitness', false],
  ['art', 'Kunst', 'Art', false],
  ['games', 'Gamen', 'Gaming', false],
  ['travel', 'Reizen', 'Travel', true],
  ['books', 'Boeken', 'Books', false],
  ['fashion', 'Mode', 'Fashion', false],
  ['night-owls', 'Nachtuilen', 'Night owls', true],
  ['mature', 'Veertigplus', 'Over forty', false],
  ['neighbours', 'Nederland & België', 'Netherlands & Belgium', true],
] as const;

export const seedCategories: SeedCategory[] = rows.map(([slug, nl, en, highlight], index) => ({
  slug,
  position: index + 1,
  highlight,
  name: { nl, en },
}));

/** The interests a performer can choose herself; the others follow from the profile. */
export const interests = [
  'talk',
  'music',
  'cooking',
  'fitness',
  'art',
  'games',
  'travel',
  'books',
  'fashion',
] as const;
export type Interest = (typeof interests)[number];
