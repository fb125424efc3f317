/** A package in package-lock.json. */
export interface LockedPackage {
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** SPDX licences that require no more than attribution or publishing changes to their own files. */
export const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
]);

interface Exception {
  /** Prefix of the package's name. */
  package: string;
  licence: string;
  why: string;
}

/** Reviewed manually: licences allowed only for these packages, and licences missing in the lock file. */
export const exceptions: readonly Exception[] = [
  {
    package: '@img/sharp',
    licence: 'LGPL-3.0-or-later',
    why: 'libvips is a library of its own file, unchanged',
  },
  { package: '@fontsource', licence: 'OFL-1.1', why: 'fonts, sent unchanged' },
  { package: 'png-js', licence: 'MIT', why: 'its LICENSE file; package.json has no field' },
  { package: 'xmlhttprequest-ssl', licence: 'MIT', why: 'its package.json has the old field licenses' },
];

/** Returns a line for each production package without an allowed licence. */
export function checkLicences(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(packages).flatMap(([path, { license, dev, link }]) => {
    const [, name] = /^.*node_modules\/(.+)$/.exec(path) ?? [];
    if (!name || dev || link) return [];
    const own = exceptions
      .filter((exception) => name.startsWith(exception.package))
      .map(({ licence }) => licence);
    if (license === undefined && own.length > 0) return [];
    if (license !== undefined && isAllowed(license, own)) return [];
    const has = license === undefined ? 'names no licence' : `has the licence ${license}`;
    return [
      `${name} ${has}: use another package, or add it to scripts/lib/licences.ts once its terms were read.`,
    ];
  });
}

/** Evaluates an SPDX expression: one side of an OR, all of an AND. */
function isAllowed(expression: string, own: readonly string[]): boolean {
  const alternatives = expression.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((alternative) =>
    alternative.split(' AND ').every((licence) => allowed.has(licence) || own.includes(licence)),
  );
}
