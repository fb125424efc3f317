import { createApp } from 'astro/app/entrypoint';
import { brand, look } from './content/brand/index.ts';
import { contentPolicyOf } from './lib/site/content-policy.ts';

/** The built site as a function, loaded by the server. Pages are small, so each is rendered before it is sent. */
export const app = createApp({ streaming: false });

const { csp } = app.manifest;
if (!csp) throw new Error('security.csp must be set in astro.config.mjs');
/** Sent with every page. Astro would hash the stylesheet's link for each page, a twelfth of the rendering time. */
export const contentPolicy = contentPolicyOf(csp, brand.tracking.tagManagerId);
/** Path of the brand's placeholder for a performer's picture. */
export const profileImage = look.images.profile.src;
export const seller = { ...brand.company, brand: brand.name };
app.manifest.shouldInjectCspMetaTags = false;
/** The brand's features: the server refuses calls of disabled ones. */
export const features = brand.features;
