import type { TestProject } from 'vitest/node';
import { newPerformer } from './operators.ts';
import { createOwnProduct, type OwnProduct } from './product.ts';
import makeReady from './template/copy-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
    configured: string;
    reduced: string;
    people: string;
  }
}

/** Variables of a product whose brand has these changes. */
const changedBrand = (...changes: string[]) => ({
  NODE_OPTIONS: '--import ./e2e/support/started/change-brand.mjs',
  BRAND_CHANGES: changes.join(','),
});

/** Environment variables of each shared product, by the name under which it is provided; none has a cast. */
const environments = {
  /** Default settings with the phone sandbox. */
  origin: { IVR: 'sandbox' },
  /** Several operator settings changed at once; its brand has a tag manager. */
  configured: {
    BROWSER_LOG_LEVEL: 'debug',
    IVR: 'off',
    LOGIN_LABELS: 'generic',
    ...changedBrand('tag-manager'),
    // The tests send the proxy's headers.
    TRUSTED_PROXIES: '127.0.0.1,::1',
  },
  /** Its brand has no categories, VIP, toys, camera-back, phone, studio or desk. */
  reduced: {
    IVR: 'sandbox',
    ...changedBrand('no-categories', 'no-live-features', 'no-studio', 'no-desk'),
  },
  /** Performers and operators work there and change what others see; all log in from one address. */
  people: { DESK_LIMITS: 'refund:500:25000', RATE_LIMITS: 'false' },
} as const;

/** Starts one product per configuration, for all suites that need no product of their own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const clear = await makeReady();
  const products: OwnProduct[] = [];
  const end = async () => {
    await Promise.all(products.map((product) => product.remove()));
    await clear();
  };
  const start = async (name: keyof typeof environments) => {
    const product = await createOwnProduct({ environment: { DEMO_CAST: 'false', ...environments[name] } });
    products.push(product);
    if (name === 'people') await product.admin(...newPerformer.line);
    await product.start();
    project.provide(name, product.url);
  };
  try {
    const others = project.name === 'webkit' ? [] : [start('configured'), start('reduced'), start('people')];
    await Promise.all([start('origin'), ...others]);
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
