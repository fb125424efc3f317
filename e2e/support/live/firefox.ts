import { recordConnections } from '@vonk/media/testing/browser';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { pathOf } from '#contract/endpoint.ts';
import { logIn } from '#contract/member/account/account-calls.ts';
import { readCredits } from '#contract/wallet/purchase-calls.ts';
import { logViolations } from '../console.ts';
import { test as base } from '../test.ts';

/** Password of the demo's members and the journeys' members. */
const PASSWORD = 'Demo1234';

/** Timeout of a page in ms, for slow machines. */
const PATIENCE_MS = 90_000;

export interface Tab {
  page: Page;
  /** Logs a member in. */
  logIn(username: string): Promise<void>;
  /** Returns the member's balance. */
  credits(): Promise<number>;
  /** Clicks the button with this name as soon as it is visible and enabled. */
  press(name: string): Promise<void>;
  /** Waits until this text is visible. */
  see(text: string): Promise<void>;
}

/**
 * Firefox logs this for a page that is left while its service worker loads a file for it. A worker that fails is logged
 * in other words.
 */
const cancelledLoad = /A ServiceWorker intercepted the request and encountered an unexpected error/;

/** Calls the API from within the page, with its cookies. */
const callFrom = (page: Page, method: string, path: string, body?: object): Promise<string> =>
  page.evaluate(
    async (request, input) => {
      const headers = { 'api-key': 'vonk-web', 'content-type': 'application/json' };
      const answer = await fetch(request.path, {
        method: request.method,
        headers,
        ...(input ? { body: input } : {}),
      });
      if (!answer.ok) throw new Error(`${request.path} answered ${answer.status}`);
      return answer.text();
    },
    { method, path },
    body ? JSON.stringify(body) : null,
  );

/** Selects an enabled button; the buttons of an island are disabled until it is hydrated. */
const buttonOf = (name: string) =>
  `::-p-xpath(//button[normalize-space()="${name}"][not(ancestor-or-self::*[@disabled])])`;

/** Playwright's test with the installed Firefox; its console must stay clean like Chromium's. */
export const test = base.extend<{ tab: Tab }, { firefox: Browser }>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
        extraPrefsFirefox: {
          // Server and browser run on one machine, which may have only a loopback address.
          'media.peerconnection.ice.loopback': true,
          // Prevents the download of Cisco's H.264 codec during the test.
          'media.gmp-manager.updateEnabled': false,
          // A fake camera and microphone, allowed without a prompt.
          'media.navigator.streams.fake': true,
          'media.navigator.permission.disabled': true,
        },
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  tab: async ({ firefox, product, problems }, use) => {
    const context = await firefox.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('console', (line) => {
      if (['error', 'warn'].includes(line.type())) problems.push(`${line.type()}: ${line.text()}`);
    });
    page.on('pageerror', (error) => {
      if (!cancelledLoad.test(String(error))) problems.push(`uncaught: ${error}`);
    });
    await page.evaluateOnNewDocument(logViolations);
    await page.evaluateOnNewDocument(recordConnections, false);
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(`${product.url}/privacy`);
    const domain = new URL(product.url).hostname;
    await context.setCookie(
      { name: 'age', value: '1', domain, path: '/' },
      { name: 'consent', value: 'no', domain, path: '/' },
    );
    await use({
      page,
      logIn: async (username) => {
        await callFrom(page, logIn.method, pathOf(logIn), { username, password: PASSWORD });
      },
      credits: async () => {
        const answer = await callFrom(page, readCredits.method, pathOf(readCredits));
        return readCredits.output.parse(JSON.parse(answer)).credits;
      },
      press: async (name) => {
        const button = await page.waitForSelector(buttonOf(name), { visible: true });
        await button?.click();
      },
      see: async (text) => {
        await page.locator(`::-p-text(${text})`).setVisibility('visible').wait();
      },
    });
    // An island that is still loading when its page closes logs an error.
    page.removeAllListeners();
    await context.close();
  },
});

export { expect } from '@playwright/test';
