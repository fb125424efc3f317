/** As package-lock.json describes a package. */
export interface LockedPackage {
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Licences (SPDX) that ask for no more than naming authors, or for changes to their own files. */
export const allowed: ReadonlySet<string> = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['MPL-2.0', 'Python-2.0', 'Unlicense'],
]);

interface Exception {
  /** Begins the package's name. */
  package: string;
  licence: string;
  why: string;
}

/** Read by hand: what is allowed to these alone, and what the lock file leaves out. */
export const exceptions: readonly Exception[] = [
  {
    package: '@img/sharp',
    licence: 'LGPL-3.0-or-later',
    why: 'libvips is a library of its own file, unchanged',
  },
  { package: '@fontsource', licence: 'OFL-1.1', why: 'fonts, sent unchanged' },
  { package: '@astrojs/compiler-binding-', licence: 'MIT', why: 'of @astrojs/compiler, for other platforms' },
  { package: '@tailwindcss/oxide-', licence: 'MIT', why: 'of @tailwindcss/oxide, for other platforms' },
  { package: 'png-js', licence: 'MIT', why: 'its LICENSE file; package.json has no field' },
  { package: 'xmlhttprequest-ssl', licence: 'MIT', why: 'its package.json has the old field licenses' },
];

/** A line for each package of production whose licence is not allowed. */
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
      `${name} ${has}: use another package, or add it to scripts/licences/check.ts once its terms were read.`,
    ];
  });
}

/** An expression of SPDX: one side of an OR, all of an AND. */
function isAllowed(expression: string, own: readonly string[]): boolean {
  const alternatives = expression.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((alternative) =>
    alternative.split(' AND ').every((licence) => allowed.has(licence) || own.includes(licence)),
  );
}
