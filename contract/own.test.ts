import { expect, it } from 'vitest';
import { own } from './own.ts';
import { storedValues } from './performers/filters.ts';
import { fillIn } from './texts.ts';
import { usualOption } from './wallet/payment.ts';

it.each(['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'])(
  'treats %s as a key like any other',
  (name) => {
    expect(own({ a: 1 }, name)).toBeUndefined();
    expect(own(JSON.parse(`{"${name}":1}`), name)).toBe(1);
    expect(fillIn(`{{${name}}}`)).toBe(`{{${name}}}`);
    expect(storedValues('language', name)).toEqual([name]);
    const card = { id: 'c', provider: 'dialxs', method: 'creditcard' } as const;
    expect(usualOption([card], name)).toBe(card);
  },
);
