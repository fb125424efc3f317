export const schemes = ['system', 'light', 'dark'] as const;
/** `system` follows the device. */
export type Scheme = (typeof schemes)[number];

export const isScheme = (value: unknown): value is Scheme => schemes.some((scheme) => scheme === value);
