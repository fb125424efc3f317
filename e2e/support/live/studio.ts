import { expect, request } from '@playwright/test';
import { type AnyEndpoint, type InputOf, pathOf } from '#contract/endpoint.ts';
import type { OnlineStatus } from '#contract/performers/status.ts';
import { setStatus, studioLogin } from '#contract/studio/studio-calls.ts';
import { setToy, stopToy } from '#contract/studio/toy-calls.ts';

interface Performer {
  performer: string;
  origin: string;
}

/** Sets the status of a performer who broadcasts, as the performer does. */
export async function studioOf(who: Performer) {
  const call = await openStudio(who);
  return (status: OnlineStatus): Promise<void> => call(setStatus, { onlineStatus: status });
}

/** Her toy, whatever the demo's own bridge has made of it before. */
export async function toyOf(who: Performer) {
  const call = await openStudio(who);
  return {
    set: (active: boolean): Promise<void> => call(setToy, { active }),
    stop: (): Promise<void> => call(stopToy, {}),
  };
}

async function openStudio({ performer, origin }: Performer) {
  const headers = { 'api-key': 'vonk-web', origin };
  // A person of its own: the page's cookies would say who else this is.
  const studio = await request.newContext({ baseURL: origin });
  const login = await studio.post(pathOf(studioLogin), {
    headers,
    data: { username: performer, password: 'Studio1234' },
  });
  const { token } = studioLogin.output.parse(await login.json());
  return async <E extends AnyEndpoint>(endpoint: E, data: InputOf<E>): Promise<void> => {
    const answer = await studio.fetch(pathOf(endpoint), {
      method: endpoint.method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      data,
    });
    expect(answer.status()).toBe(200);
  };
}
