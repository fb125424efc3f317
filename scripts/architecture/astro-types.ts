import { convertToTsx, ExtractedScriptType } from '@astrojs/astro2tsx';
import type { SourceText } from './parse.ts';

/** A page as TSX, or one of its scripts as TypeScript. */
export interface ConvertedPage {
  readonly page: SourceText;
  /** Where the text belongs, from the folder of converted pages. */
  readonly path: string;
  readonly text: string;
  /** Offset in the page of an offset in `text`. */
  readonly offsetIn: (offset: number) => number;
}

/** The page, and each of its scripts that Astro bundles, in a form that TypeScript can check. */
export function convertPage(page: SourceText): ConvertedPage[] {
  const { code, mappings, scripts } = convertToTsx(page.text, { filename: page.path });
  const offsetIn = (offset: number): number => {
    const [start, , original, length] = mappings.findLast(([first]) => first <= offset) ?? [0, 0, 0, 0];
    return original + Math.min(offset - start, length);
  };
  const bundled = scripts.filter(({ type }) => type === ExtractedScriptType.ProcessedModule);
  return [
    { page, path: `${page.path}.tsx`, text: code, offsetIn },
    ...bundled.map(({ content, position }, index) => ({
      page,
      path: `${page.path}.script-${index}.ts`,
      text: `${content}\nexport {};\n`,
      offsetIn: (offset: number) => position.start + offset,
    })),
  ];
}

/** A line of the compiler about a converted text, with the place in the page instead. */
export function pageLine(line: string, folder: string, pages: readonly ConvertedPage[]): string {
  const [, path, row = '', column = '', rest = ''] = /^(.+?)\((\d+),(\d+)\)(.*)$/.exec(line) ?? [];
  const found = pages.find((one) => `${folder}/${one.path}` === path);
  if (!found) return line;
  const { page, text, offsetIn } = found;
  const before = text.split('\n').slice(0, Number(row) - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0);
  const above = page.text.slice(0, offsetIn(start + Number(column) - 1)).split('\n');
  return `${page.path}(${above.length},${(above.at(-1)?.length ?? 0) + 1})${rest}`;
}
