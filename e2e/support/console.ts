import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** Console lines that the product cannot prevent, each with its reason. */
const tolerated: { text: RegExp; at: RegExp; why: string }[] = [
  {
    text: /^Failed to load resource: the server responded with a status of 4\d\d/,
    at: /\/api\//,
    why: 'Chromium logs every refused call; the page shows the refusal and tests look for that',
  },
  {
    text: /^Service Worker registration blocked by Playwright/,
    at: /^/,
    why: 'playwright.config.ts keeps the worker out of the journeys, and Playwright says so',
  },
];

/** An info line of src/islands/hydrate.ts, which browser extensions can cause; without an extension it is an error. */
export const renderedAnew = /Island rendered again/;

function isTolerated(message: ConsoleMessage): boolean {
  return tolerated.some(({ text, at }) => text.test(message.text()) && at.test(message.location().url));
}

/** Collects errors, warnings, uncaught exceptions and CSP violations of every page of the context. */
export async function watchContext(context: BrowserContext, problems: string[]): Promise<void> {
  context.on('console', (message) => {
    const type = message.type();
    const isWrong = type === 'error' || type === 'warning' || renderedAnew.test(message.text());
    if (!isWrong || isTolerated(message)) return;
    problems.push(`${type}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) =>
    problems.push(`uncaught: ${error.error().stack ?? error.error().message}`),
  );
  await context.addInitScript(logViolations);
}

/** Logs what the page's content policy refuses as console errors; runs before the page's own scripts. */
export function logViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    // biome-ignore lint/suspicious/noConsole: the console is how a page reaches the test
    console.error(
      `CSP ${event.effectiveDirective} refused ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`,
    );
  });
}
