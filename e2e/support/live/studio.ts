import { expect, request } from '@playwright/test';
import { pathOf } from '#contract/endpoint.ts';
import { setStatus, studioLogin } from '#contract/studio/studio-calls.ts';

/** Sets the status of a performer who broadcasts, as the performer does. */
export async function studioOf({ performer, origin }: { performer: string; origin: string }) {
  const headers = { 'api-key': 'vonk-web', origin };
  // A person of its own: the page's cookies would say who else this is.
  const studio = await request.newContext({ baseURL: origin });
  const login = await studio.post(pathOf(studioLogin), {
    headers,
    data: { username: performer, password: 'Studio1234' },
  });
  const { token } = studioLogin.output.parse(await login.json());
  return async (status: number): Promise<void> => {
    const answer = await studio.put(pathOf(setStatus), {
      headers: { ...headers, authorization: `Bearer ${token}` },
      data: { onlineStatus: status },
    });
    expect(answer.status()).toBe(200);
  };
}
