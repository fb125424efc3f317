import { createApp } from 'astro/app/entrypoint';
import { brand, look } from './content/brand/index.ts';
import { contentPolicyOf } from './lib/site/content-policy.ts';

/** What the server loads of the built site: pages as a function. They are small, so each is made whole before it goes out. */
export const app = createApp({ streaming: false });

const { csp } = app.manifest;
if (!csp) throw new Error('security.csp is off in astro.config.mjs');
/** Said with every page. Astro would hash the stylesheet's link anew for each page, a twelfth of what a page costs. */
export const contentPolicy = contentPolicyOf(csp, brand.tracking.tagManagerId);
/** Path of the brand's stand-in for a performer's picture. */
export const profileImage = look.images.profile.src;
export const seller = { ...brand.company, brand: brand.name };
app.manifest.shouldInjectCspMetaTags = false;
/** What the brand has switched on: the server refuses the calls of what is off. */
export const features = brand.features;
