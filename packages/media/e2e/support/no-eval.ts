// The content policy forbids eval, which zod tries with its first schema; the browser would report that. zod
// reads this setting when it loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
