import { labelOf } from '#contract/errors.ts';
import { type Category, readCategory } from '#contract/performers/categories-calls.ts';
import { call } from '../../api/call.ts';
import type { ListOptions } from '../list/read-lists.ts';

/** Null for an unknown category. */
export async function findCategory(slug: string | undefined, options: ListOptions): Promise<Category | null> {
  if (slug === undefined || slug.includes('/')) return null;
  try {
    return await call(readCategory, { slug, lang: options.locale }, options);
  } catch (error) {
    const label = labelOf(error);
    if (label === 'badRequest.notFound' || label === 'badRequest.invalid.input') return null;
    throw error;
  }
}
