/** Language of the page, as it was rendered. */
export const documentLocale = (): string => document.documentElement.lang.slice(0, 2);
