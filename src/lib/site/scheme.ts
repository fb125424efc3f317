export const schemes = ['system', 'light', 'dark'] as const;
/** Light or dark by choice, or as the device says. */
export type Scheme = (typeof schemes)[number];

export const isScheme = (value: unknown): value is Scheme => schemes.some((scheme) => scheme === value);
