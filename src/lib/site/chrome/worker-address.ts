import { locales } from '#contract/locales.ts';

/** A language more or less makes it another worker, which keeps that one's page too (public/sw.js). */
export const workerAddress = `/sw.js?languages=${locales}`;
