// Reads every category in every locale and reports mistakes.

import { CATEGORY_FOLDER, openCategories } from '#server/performers/categories/open-categories.ts';
import { CategoryError } from '../contract/performers/categories.ts';

try {
  const { nl } = await openCategories();
  console.log(`${CATEGORY_FOLDER}: ${nl.length} active categories, complete in every language.`);
} catch (error) {
  if (!(error instanceof CategoryError)) throw error;
  console.log(error.message);
  process.exitCode = 1;
}
