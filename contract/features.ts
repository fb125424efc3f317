/** Parts of the site that a brand may leave out (content/brand). */
export const features = ['categories', 'christmasMode', 'messenger', 'safe'] as const;
export type Feature = (typeof features)[number];
