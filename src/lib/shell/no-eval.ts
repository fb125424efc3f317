// Our policy lets no page compile code. zod tries to with its first schema, and the browser would report that:
// it is told before it loads, by the name under which it keeps its settings.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
