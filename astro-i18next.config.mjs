import { defaultLocale, locales } from './contract/locales.ts';

/**
 * Initialises i18next with our resources. Pages translate only through getFixedT(locale) (src/lib/site/i18n.ts),
 * never the global language.
 * @type {import('astro-i18next').AstroI18nextConfig}
 */
const config = {
  defaultLocale,
  locales: [...locales],
  load: ['server'],
  i18nextServer: {
    fallbackLng: defaultLocale,
    preload: [...locales],
    // i18next 24 renamed initImmediate, which the integration still sets: without this the first render has no texts.
    initAsync: false,
    interpolation: { escapeValue: false },
  },
  i18nextServerPlugins: { fsBackend: null, '{messagesBackend}': '/src/lib/site/i18n.ts' },
};

export default config;
// The integration's loader uses require(), which on Node 22 and later answers a namespace it does not
// recognise as a configuration; under this name require() answers the object itself.
export { config as 'module.exports' };
