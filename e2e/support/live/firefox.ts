import { recordConnections } from '@vonk/media/testing/browser';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { pathOf } from '#contract/endpoint.ts';
import { logIn } from '#contract/member/account-calls.ts';
import { readCredits } from '#contract/wallet/spending-calls.ts';
import { reportViolations } from '../console.ts';
import { test as base } from '../test.ts';

/** Of the demo's members and the journeys' own. */
const PASSWORD = 'Demo1234';

/** ms that a page may take on a slow machine. */
const PATIENCE_MS = 90_000;

export interface Tab {
  page: Page;
  /** Logs a member in, in this browser. */
  logIn(username: string): Promise<void>;
  /** The member's balance, as the books say. */
  credits(): Promise<number>;
  /** Presses the button of this name as soon as it can be pressed. */
  press(name: string): Promise<void>;
  /** Waits until this text can be seen. */
  see(text: string): Promise<void>;
}

/** Calls the API from within the page, with its cookies. */
const callFrom = (page: Page, method: string, path: string, body?: object): Promise<string> =>
  page.evaluate(
    async (given, input) => {
      const headers = { 'api-key': 'vonk-web', 'content-type': 'application/json' };
      const answer = await fetch(given.path, {
        method: given.method,
        headers,
        ...(input ? { body: input } : {}),
      });
      if (!answer.ok) throw new Error(`${given.path} answered ${answer.status}`);
      return answer.text();
    },
    { method, path },
    body ? JSON.stringify(body) : null,
  );

/** Buttons of an island are disabled until it is alive. */
const buttonOf = (name: string) =>
  `::-p-xpath(//button[normalize-space()="${name}"][not(ancestor-or-self::*[@disabled])])`;

/** Journeys in the Firefox that people have; its console has to stay clean like Chromium's. */
export const test = base.extend<{ tab: Tab }, { firefox: Browser }>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
        extraPrefsFirefox: {
          // Server and browser are on one machine, which may have no other address.
          'media.peerconnection.ice.loopback': true,
          // Else it fetches H.264 from Cisco while it runs.
          'media.gmp-manager.updateEnabled': false,
          // A camera and a microphone that are drawn, and nobody who could press Allow.
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
    page.on('pageerror', (error) => problems.push(`uncaught: ${error}`));
    await page.evaluateOnNewDocument(reportViolations);
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
    await context.close();
  },
});

export { expect } from '@playwright/test';
