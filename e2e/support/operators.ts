import type { NewOperator } from '#server/desk/account/operators.ts';

export const addressOf = (name: string): string => `${name}@example.com`;

const operator = (
  name: string,
  role: NewOperator['role'],
  language: NewOperator['language'] = 'en',
): NewOperator => ({ name, role, language, email: addressOf(name) });

/** Operators of all products, who have not used their link yet. The product mails it when it starts. */
export const journeyOperators = [
  operator('anna', 'moderator'),
  operator('bram', 'moderator'),
  operator('els', 'finance'),
  operator('finance', 'finance'),
  operator('olga', 'owner'),
  operator('otto', 'moderator', 'nl'),
  operator('support', 'support'),
  operator('tom', 'finance'),
];

/** A performer who gets mails, unlike the demo's other performers. */
export const linkedPerformer = { username: 'Imani', email: 'imani@studio.example' };

const HILLEGONDA = 'hillegonda@example.com';

/** A performer who has not used the link of her mail; `line` of `admin` signs her up. */
export const newPerformer = {
  email: HILLEGONDA,
  line: [
    'performers',
    'add',
    'Hillegonda',
    `--email=${HILLEGONDA}`,
    '--birth-date=1995-05-05',
    '--gender=female',
    '--language=en',
    '--reason=signed up',
  ],
};
