import type { TestProject } from 'vitest/node';
import { createOwnProduct } from './product.ts';
import { setup as makeReady } from './setup.ts';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
  }
}

/** One product without a cast for all suites that only ask. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const clear = await makeReady();
  const product = await createOwnProduct({ environment: { DEMO_CAST: 'false' } });
  const end = async () => {
    await product.remove();
    await clear();
  };
  try {
    await product.start();
  } catch (error) {
    await end();
    throw error;
  }
  project.provide('origin', product.url);
  return end;
}
