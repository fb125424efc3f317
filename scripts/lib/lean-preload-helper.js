// @ts-check
/** Requested files by address; a stylesheet's promise is pending until it is applied. */
const requests = new Map();

/**
 * Loads a dynamic import and its files in parallel; stylesheets are applied before the import resolves.
 * @param {() => Promise<unknown>} load the import
 * @param {string[]} files paths from the root
 */
export const __vitePreload = (load, files = []) => Promise.all(files.map(ask)).then(load).catch(tellFailure);

/** @param {string} file */
function ask(file) {
  const href = `/${file}`;
  if (!requests.has(href)) requests.set(href, add(href));
  return requests.get(href);
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
      // The next attempt requests it again.
      requests.delete(href);
      link.remove();
      reject(new Error(`${href} could not be loaded`));
    };
  });
}

/**
 * Like Vite: dispatches `vite:preloadError` and throws the failure unless the event's default is prevented.
 * @param {unknown} failure
 */
function tellFailure(failure) {
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: failure });
  if (dispatchEvent(event)) throw failure;
}
