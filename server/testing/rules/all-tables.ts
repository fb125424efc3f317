import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';

export interface DeclaredTable {
  readonly table: PgTable;
  /** Relative to the project's root. */
  readonly file: string;
}

/** All tables of the product: what the files `tables.ts` of the server export. */
export async function allTables(): Promise<readonly DeclaredTable[]> {
  const files = globSync('server/**/tables.ts').sort();
  const read = files.map(async (file) => {
    const exported: object = await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href);
    return Object.values(exported)
      .filter((value) => is(value, PgTable))
      .map((table) => ({ table, file }));
  });
  return (await Promise.all(read)).flat();
}
