import { it } from 'vitest';
import { expectJoined } from '../../testing/joined.ts';
import { codedRules, profileSections, sectionNames, textLimits } from './profile-form.ts';

const FILE = 'contract/performers/profile/profile-form.ts';

it('has every field in one section', () => {
  const fields = [...Object.keys(codedRules), ...Object.keys(textLimits)];
  const placed: readonly string[] = sectionNames.flatMap((section) => profileSections[section]);
  expectJoined([
    ...fields
      .filter((field) => !placed.includes(field))
      .map((field) => `The field ${field} is in no section: add it to profileSections in ${FILE}`),
    ...placed
      .filter((field, at) => !fields.includes(field) || placed.indexOf(field) !== at)
      .map((field) => `${field} of profileSections is no field, or in two sections: remove it in ${FILE}`),
  ]);
});
