import { expect, it } from 'vitest';
import { detailFields } from './act-details.ts';

/** The parts of a schema's definition that decide what it lets through. */
interface Def {
  readonly type: string;
  readonly format?: string;
  readonly innerType?: { readonly def: Def };
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string } } }[];
}

const kindOf = ({ type, innerType, format, checks = [] }: Def): string => {
  if (type === 'nullable' && innerType) return kindOf(innerType.def);
  if (format !== undefined) return 'pattern';
  const isBound = checks.some(({ _zod }) => _zod.def.check === 'string_format');
  return type === 'string' && isBound ? 'pattern' : type;
};

it.each(Object.entries(detailFields))('%s holds no free text', (name, schema) => {
  const { def } = schema as unknown as { def: Def };
  expect(['number', 'int', 'boolean', 'enum', 'pattern'], name).toContain(kindOf(def));
  for (const text of ['anna@example.com', 'geheim-wachtwoord', 'x'.repeat(43), 'a message'])
    expect(schema.safeParse(text).success, text).toBe(false);
});
