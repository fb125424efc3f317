import type { TestProject } from 'vitest/node';
import { createOwnProduct, type OwnProduct } from './product.ts';
import { setup as makeReady } from './setup.ts';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
    configured: string;
    reduced: string;
  }
}

const loading = (...names: string[]): string =>
  names.map((name) => `--import ./e2e/support/started/${name}.mjs`).join(' ');

/** Variables of each product that the suites share; all without a cast. Key: the name it is provided under. */
const environments = {
  /** As it comes. */
  origin: { IVR: 'sandbox' },
  /** With every choice of an operator that goes together; its brand has a tag manager. */
  configured: {
    BROWSER_LOG_LEVEL: 'debug',
    IVR: 'off',
    LOGIN_LABELS: 'generic',
    NODE_OPTIONS: loading('with-tag-manager'),
    // The tests play the proxy.
    TRUSTED_PROXIES: '127.0.0.1,::1',
  },
  /** Its brand has no categories, VIP, toys, camera-back or phone. */
  reduced: { IVR: 'sandbox', NODE_OPTIONS: loading('without-categories', 'without-live-features') },
} as const;

/** One product of each configuration for all suites that only ask. */
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
    await product.start();
    project.provide(name, product.url);
  };
  try {
    await Promise.all([start('origin'), start('configured'), start('reduced')]);
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
