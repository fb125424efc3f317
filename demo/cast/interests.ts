/** Categories a performer can choose; the others follow from the profile. */
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
