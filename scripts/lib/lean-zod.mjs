const PREFIX = '\0lean-zod:';
const jsonSchema = /\/node_modules\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;

/** A module of these names, made for a schema as zod makes its methods, and failing where one is called. */
const absentExports = (names) => `
const absent = () => () => { throw new Error('no JSON Schema in the browser'); };
${names.map((name) => `export { absent as ${name} };`).join('\n')}`;

/**
 * Leaves JSON Schema out of zod in the browser: only the API document needs it, which the server makes. Every schema
 * refers to it, so no bundler can find out that nothing calls it. Fails the build where zod has moved it.
 */
export function leanZod() {
  let left = 0;
  return {
    name: 'lean-zod',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer) {
      if (!source.includes('json-schema')) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && jsonSchema.test(found.id) ? PREFIX + found.id : null;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null;
      left += 1;
      return absentExports(Object.keys(await import(id.slice(PREFIX.length))));
    },
    buildEnd(error) {
      if (!error && left !== 2)
        throw new Error('zod has moved its JSON Schema: see scripts/lib/lean-zod.mjs');
    },
  };
}
