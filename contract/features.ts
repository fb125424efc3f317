export const features = ['categories', 'christmasMode', 'messenger', 'safe'] as const;
export type Feature = (typeof features)[number];
