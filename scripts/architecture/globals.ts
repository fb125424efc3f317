import type { Violation } from './files.ts';
import { parse, type SourceText } from './parse.ts';

const storage = ['localStorage', 'sessionStorage', 'indexedDB', 'document.cookie'];
const connections = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'navigator.sendBeacon'];

const wallClock = ['Date.now', 'new Date()'];

interface Area {
  name: string;
  files: RegExp;
  /** Forbidden names, such as `fetch`, `Date.now`, `new Date()`. */
  refused: readonly string[];
  /** The alternative. */
  advice: string;
}

const tests =
  /\.browser\.test\.tsx$|^contract\/.*\.test\.ts$|^src\/.*(?:\.test|\/testing\/(?:page|in-memory|transport|render))\.ts$/;

const areas: readonly Area[] = [
  {
    name: 'contract',
    files: /^contract\//,
    refused: [
      'Date.now',
      'new Date()',
      'Math.random',
      'performance.now',
      'crypto',
      'process',
      'setTimeout',
      'setInterval',
      ...connections,
      ...storage,
    ],
    advice: 'the contract runs anywhere: take the time, an id or a setting as a parameter',
  },
  {
    name: 'server clock',
    // Gateways sign and check by the outside world's clock; the folder's lock is taken before there is a product.
    files:
      /^server\/(?!testing\/|gateways\/|db\/opening\/open\.ts|steady-clock\.ts|.*\.test\.ts$|.*\/testing\.ts$)/,
    refused: wallClock,
    advice: 'take the time from deps.now: the clock of the host jumps when it is set',
  },
  {
    name: 'chat store',
    // Kept across pages, which share no other clock.
    files: /^src\/lib\/chat\/(?!active-stream\.ts)/,
    refused: [...wallClock, ...connections, ...storage, 'document'],
    advice:
      'make calls through src/lib/api, keep data through src/lib/shell, and measure time with steadyNow',
  },
  {
    name: 'chat island',
    files: /^src\/islands\/chat\//,
    refused: [...wallClock, ...connections, ...storage],
    advice: 'an island renders a store and calls its actions, and measures time with steadyNow',
  },
  {
    name: 'store',
    files:
      /^src\/lib\/(?:member|messaging|chat|wallet|media|tracking|safety|studio|performers(?!\/share\/|\/sitemap\/))\//,
    refused: [...connections, ...storage, 'document'],
    advice: 'a store makes calls through src/lib/api and keeps data through src/lib/shell',
  },
  {
    name: 'enhancement',
    files: /^src\/enhance\//,
    refused: connections.filter((name) => name !== 'fetch'),
    advice: 'scripts of a page make calls through src/lib',
  },
  {
    name: 'island',
    files: /^src\/islands\//,
    refused: [...connections, ...storage],
    advice: 'an island renders a store and calls its actions; move the rest to src/lib',
  },
];

/** Finds global names that code must not use in its area. */
export const checkGlobals = (files: readonly SourceText[]): Violation[] =>
  files.flatMap((file) => {
    const area = areas.find((one) => one.files.test(file.path) && !tests.test(file.path));
    if (!area) return [];
    return parse(file)
      .globals.filter(({ name }) => isRefused(area, name))
      .map(({ name, line }) => ({
        file: file.path,
        line,
        rule: `${area.name} globals`,
        message: `must not use ${name}; ${area.advice}`,
      }));
  });

const isRefused = ({ refused }: Area, used: string): boolean =>
  refused.some((name) => used === name || used.startsWith(`${name}.`) || used === `new ${name}()`);
