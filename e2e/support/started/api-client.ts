import { randomUUID } from 'node:crypto';
import { until } from './until.ts';

interface Answer<Body> {
  status: number;
  body: Body;
}

/** A client of the HTTP API with one member's token. */
export class ApiClient {
  readonly #url: string;
  #token: string | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /** Token of the login; null before it. */
  get token(): string | null {
    return this.#token;
  }

  async send<Body>(method: string, path: string, input?: object): Promise<Answer<Body>> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        'api-key': 'vonk-web',
        'content-type': 'application/json',
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      ...(input ? { body: JSON.stringify(input) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  async logIn(username: string, password: string): Promise<void> {
    const { body } = await this.send<{ token: string }>('POST', '/api/member/login', { username, password });
    this.#token = body.token;
  }

  async credits(): Promise<number> {
    return (await this.send<{ credits: number }>('GET', '/api/member/credits')).body.credits;
  }

  /** Waits for a performer in free chat and returns the username. */
  waitForFreeChat(): Promise<string> {
    return this.#waitFor('free', 60_000);
  }

  /** The same for paid chat; throws after `limit` ms. */
  waitForPaidChat(limit: number): Promise<string> {
    return this.#waitFor('live', limit);
  }

  async #waitFor(status: 'free' | 'live', limit: number): Promise<string> {
    let found = '';
    await until(async () => {
      const { body } = await this.send<{ result: { username: string }[] }>(
        'GET',
        `/api/engine/performers?filter[status][]=${status}`,
      );
      found = body.result[0]?.username ?? '';
      return found !== '';
    }, limit);
    return found;
  }

  /** Joins a performer's chat and returns the auth token. */
  async join(performer: string): Promise<string> {
    const { body } = await this.send<{ token: string }>('POST', '/api/member/chat/join', { performer });
    const joined = await this.send<{ auth: string }>('POST', '/api/chat/chat/join', {
      'x-chat': body.token,
    });
    return joined.body.auth;
  }

  tip(
    auth: string,
    amount: number,
    clientId: string = randomUUID(),
  ): Promise<Answer<{ credits?: number; label?: string }>> {
    const data = { amount, message: '', isPublic: false };
    return this.send('POST', '/api/chat/chat/action', {
      action: 'tip',
      auth,
      recipient: 'host',
      clientId,
      data,
    });
  }

  /** Opens a payment, pays it in the sandbox, and returns its id. */
  async buy(bundle: string): Promise<string> {
    const { payment, payUrl } = await this.openPayment(bundle);
    await this.pay(payUrl, 'paid');
    return payment;
  }

  async openPayment(bundle: string): Promise<{ payment: string; payUrl: string }> {
    const { status, body } = await this.send<{ payment: string; redirectUrl: string }>(
      'POST',
      '/api/member/payment/session',
      {
        bundle,
        paymentMethod: '10',
        returnUrl: '/',
        device: 'desktop',
        consent: true,
        requestKey: randomUUID(),
      },
    );
    if (status !== 200) throw new Error(`no payment was opened: ${status}`);
    return { payment: body.payment, payUrl: new URL(body.redirectUrl, this.#url).href };
  }

  /** Sends an outcome to the sandbox's page; returns the status, 303 if it is accepted. */
  async pay(payUrl: string, outcome: string): Promise<number> {
    const answer = await fetch(payUrl, {
      method: 'POST',
      headers: { origin: this.#url, 'content-type': 'application/x-www-form-urlencoded' },
      body: `outcome=${outcome}`,
      redirect: 'manual',
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  async isBooked(payment: string): Promise<boolean> {
    const { body } = await this.send<{ status: string }>('GET', `/api/member/payment/${payment}`);
    return body.status === 'success';
  }
}
