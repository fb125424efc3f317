export interface Instruction {
  /** `COPY`, `ENV`, … */
  name: string;
  /** Its arguments on one line. */
  text: string;
}

/** The instructions of a Dockerfile in order, with continued lines joined and without comments. */
export const instructionsOf = (dockerfile: string): Instruction[] =>
  dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...rest] = line.trim().split(/\s+/);
      return { name, text: rest.join(' ') };
    });

export interface Copy {
  /** Source stage; undefined for the project. */
  stage: string | undefined;
  sources: string[];
}

export const copiesOf = (instructions: readonly Instruction[]): Copy[] =>
  instructions
    .filter(({ name }) => name === 'COPY')
    .map(({ text }) => {
      const words = text.split(' ');
      const stage = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
      return { stage, sources: words.filter((word) => !word.startsWith('--')).slice(0, -1) };
    });

/** Environment variables set by the image. */
export const environmentOf = (instructions: readonly Instruction[]): Record<string, string> =>
  Object.fromEntries(
    instructions
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ text }) => text.split(' '))
      .map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
  );

/** Fills `${NAME}`, `${NAME:-else}` and `${NAME:?why}` like compose; throws if a required one is missing. */
export const interpolate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, other?: string) => {
    const value = values[name];
    if (value) return value;
    if (kind === '?') throw new Error(`${name}: ${other}`);
    return other ?? '';
  });

/** The lines of an .env file. */
export const envFile = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
