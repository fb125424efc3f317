import axe from 'axe-core';
import type { ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { expect, inject, onTestFinished, vi } from 'vitest';
import type { Locale } from '#contract/locales.ts';
import { mount } from '../Mount.tsx';

/** A call made by the page. */
export interface PageRequest {
  method: string;
  path: string;
  body: unknown;
}

export interface StubbedApi {
  readonly requests: readonly PageRequest[];
  /** Responds to the oldest pending call. */
  answer(status: number, body: object | true): void;
  /** Fails the oldest pending call with a network error. */
  lose(): void;
}

/** Stubs `fetch`: every call waits until the test responds. */
export function stubApi(): StubbedApi {
  const requests: PageRequest[] = [];
  const waiting: { answer: (response: Response) => void; lose: (error: Error) => void }[] = [];
  vi.stubGlobal('fetch', async (input: Request | string, init: RequestInit = {}) => {
    const request = new Request(new URL(typeof input === 'string' ? input : input.url, location.href), init);
    const text = await request.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    requests.push({ method: request.method, path: new URL(request.url).pathname, body });
    return new Promise<Response>((answer, lose) => waiting.push({ answer, lose }));
  });
  const next = () => {
    const oldest = waiting.shift();
    if (!oldest) throw new Error('No pending call');
    return oldest;
  };
  return {
    requests,
    answer: (status, body) => next().answer(Response.json(body, { status })),
    lose: () => next().lose(new TypeError('Failed to fetch')),
  };
}

const roots = new Set<Root>();

/** Renders an island on this language's page, with all its texts; removed when the test ends. */
export async function render(node: ReactNode, lang: Locale = 'nl'): Promise<void> {
  onTestFinished(leave);
  document.documentElement.lang = lang;
  roots.add(await mount(node));
}

/** Unmounts the islands and empties the page. */
export function leave(): void {
  for (const root of roots) root.unmount();
  roots.clear();
  document.body.replaceChildren();
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Language of the pages that a file of component tests renders. */
    language: 'nl' | 'en';
  }
}

/** The sites of a table in the file's language: half of the files render English, half Dutch (vitest.config.ts). */
export const ofThisRun = <Site extends { readonly lang: 'nl' | 'en' }>(sites: readonly Site[]): Site[] =>
  sites.filter(({ lang }) => lang === inject('language'));

/** Fails for each WCAG 2.2 AA violation axe finds. Colours and sizes need the page's styles: e2e checks them. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
  });
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
}
