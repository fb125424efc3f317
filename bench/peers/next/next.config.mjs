export default { output: 'standalone', outputFileTracingRoot: new URL('..', import.meta.url).pathname, typescript: { ignoreBuildErrors: true } };
