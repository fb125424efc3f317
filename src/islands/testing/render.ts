import type { ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import type { Locale } from '#contract/locales.ts';
import { mount } from '../Mount.tsx';

/** A call as it left the page. */
export interface Asked {
  method: string;
  path: string;
  body: unknown;
}

export interface StubbedApi {
  readonly asked: readonly Asked[];
  /** Answers the oldest call that waits. */
  answer(status: number, body: object | true): void;
  /** The oldest call that waits gets no answer at all. */
  lose(): void;
}

/** Every call of the page waits until the test answers it. */
export function stubApi(): StubbedApi {
  const asked: Asked[] = [];
  const waiting: { answer: (response: Response) => void; lose: (error: Error) => void }[] = [];
  vi.stubGlobal('fetch', async (input: Request | string, init: RequestInit = {}) => {
    const request = new Request(new URL(typeof input === 'string' ? input : input.url, location.href), init);
    const text = await request.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    asked.push({ method: request.method, path: new URL(request.url).pathname, body });
    return new Promise<Response>((answer, lose) => waiting.push({ answer, lose }));
  });
  const next = () => {
    const oldest = waiting.shift();
    if (!oldest) throw new Error('no call waits for an answer');
    return oldest;
  };
  return {
    asked,
    answer: (status, body) => next().answer(Response.json(body, { status })),
    lose: () => next().lose(new TypeError('Failed to fetch')),
  };
}

let root: Root | null = null;

/** Puts an island on an empty page of this language, with all its texts; the page is left when the test ends. */
export async function render(node: ReactNode, lang: Locale = 'nl'): Promise<void> {
  document.documentElement.lang = lang;
  root = await mount(node);
  onTestFinished(leave);
}

/** The page is left. */
export function leave(): void {
  root?.unmount();
  root = null;
  document.body.replaceChildren();
}
