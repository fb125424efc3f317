const PREFIX = '\0lean-zod:';
const jsonSchema = /\/node_modules\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;
const english = /\/node_modules\/zod\/v4\/locales\/en\.js$/;
const schemas = /\/node_modules\/zod\/v4\/classic\/schemas\.js$/;

/** A module of these names, made for a schema as zod makes its methods, and failing where one is called. */
const absentExports = (names) => `
const absent = () => () => { throw new Error('no JSON Schema in the browser'); };
${names.map((name) => `export { absent as ${name} };`).join('\n')}`;

/** Labels and texts of our own say what is wrong; zod's sentences are not shown. */
const noSentences = "export default () => ({ localeError: () => 'invalid' });";

/**
 * What every schema of zod refers to, whether a schema of ours needs it or not, each with how often it is there.
 * @type {readonly { part: RegExp, instead: string, times: number }[]}
 */
const parts = [
  // Formats as methods of texts, `z.string().email()`; ours are written `z.email()`, and bring what they need.
  {
    part: /^ {4}\w+\(params\) \{\n {8}return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},\n/gm,
    instead: '',
    times: 26,
  },
  // Compiling objects, which the content policy forbids.
  { part: /core\.\$ZodObjectJIT\.init\(/g, instead: 'core.$ZodObject.init(', times: 1 },
  // A guard for values that hold themselves: what was JSON never does.
  { part: /core\.config\(\{ memoizer: core\.memoizer\(\) \}\)/g, instead: 'return', times: 1 },
];

/** @param {string} code */
function withoutParts(code) {
  return parts.reduce((text, { part, instead, times }) => {
    const found = text.match(part)?.length ?? 0;
    if (found !== times)
      throw new Error(
        `zod has changed: ${found} instead of ${times} of ${part}, see scripts/lib/lean-zod.mjs`,
      );
    return text.replace(part, () => instead);
  }, code);
}

/**
 * Leaves out of zod in the browser what every schema refers to and none of ours uses, which no bundler can find out
 * (docs/decisions/0080, 0116). Fails the build where zod has moved or changed it.
 */
export function leanZod() {
  let left = 0;
  return {
    name: 'lean-zod',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer) {
      if (!source.includes('json-schema') && !source.endsWith('/en.js')) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && (jsonSchema.test(found.id) || english.test(found.id)) ? PREFIX + found.id : null;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null;
      left += 1;
      return english.test(id)
        ? noSentences
        : absentExports(Object.keys(await import(id.slice(PREFIX.length))));
    },
    transform(code, id) {
      return schemas.test(id) ? { code: withoutParts(code), map: null } : null;
    },
    buildEnd(error) {
      if (!error && left !== 3)
        throw new Error('zod has moved what the browser does without: see scripts/lib/lean-zod.mjs');
    },
  };
}
