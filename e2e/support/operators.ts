import type { NewOperator } from '#server/desk/account/add-operator.ts';

const operator = (
  name: string,
  role: NewOperator['role'],
  language: NewOperator['language'] = 'en',
): NewOperator => ({ name, role, language, email: `${name}@example.com` });

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

/** A performer who gets mails, unlike the others of the demo. */
export const linkedPerformer = { username: 'Imani', email: 'imani@studio.example' };
