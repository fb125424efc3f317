// @ts-check
/** What was asked for, by address: a stylesheet until it is applied. */
const asked = new Map();

/**
 * Loads what a dynamic import needs at the same time as itself; a stylesheet is applied before the import ends.
 * @param {() => Promise<unknown>} load the import
 * @param {string[]} files paths from the root
 */
export const __vitePreload = (load, files = []) => Promise.all(files.map(ask)).then(load).catch(tellFailure);

/** @param {string} file */
function ask(file) {
  const href = `/${file}`;
  if (!asked.has(href)) asked.set(href, add(href));
  return asked.get(href);
}

/** @param {string} href */
function add(href) {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  const isStyle = href.endsWith('.css');
  link.rel = isStyle ? 'stylesheet' : 'modulepreload';
  link.href = href;
  document.head.append(link);
  if (!isStyle) return;
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      // The next press tries again.
      asked.delete(href);
      link.remove();
      reject(new Error(`${href} could not be loaded`));
    };
  });
}

/**
 * As Vite does: `vite:preloadError`, and the failure itself unless that is prevented.
 * @param {unknown} failure
 */
function tellFailure(failure) {
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: failure });
  if (dispatchEvent(event)) throw failure;
}
