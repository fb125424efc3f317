import { z } from 'zod';
import { is } from './explained.ts';

/** An address of the desk's own. */
export interface DeskConfig {
  readonly host: string;
  readonly port: number;
  /** With which links in mails to operators begin. */
  readonly url: string;
}

/** Variables of the desk's address. */
export const deskVariables = {
  DESK_PORT: is(
    z.coerce.number().int().min(1).max(65_535).optional(),
    'port of the [desk](operate/desk.md#an-address-of-its-own), which then exists there only',
    'the desk is served with the site',
  ),
  DESK_HOST: is(z.string().optional(), 'IP to listen on for the desk', '`HOST`'),
  DESK_URL: is(
    z.url().optional(),
    'origin of the desk as operators reach it, such as `https://desk.vonk.example`',
    'that of `PUBLIC_URL` with `DESK_PORT`',
  ),
};

interface DeskVariables {
  readonly HOST: string;
  readonly PORT: number;
  readonly DESK_PORT?: number | undefined;
  readonly DESK_HOST?: string | undefined;
  readonly DESK_URL?: string | undefined;
}

/** Null if the desk is served with the site, or a sentence about what is wrong. */
export function deskConfig(env: DeskVariables, publicUrl: string): DeskConfig | null | string {
  const { HOST, PORT, DESK_PORT: port, DESK_HOST: host = HOST, DESK_URL: url } = env;
  if (port === undefined) {
    const unused = (['DESK_HOST', 'DESK_URL'] as const).find((name) => env[name] !== undefined);
    return unused ? `${unused}: has no effect without DESK_PORT; set DESK_PORT, or leave it out` : null;
  }
  if (port === PORT) return 'DESK_PORT: must differ from PORT';
  if (url === undefined) {
    const own = new URL(publicUrl);
    own.port = String(port);
    return { host, port, url: own.origin };
  }
  const { origin, href, protocol } = new URL(url);
  if (href !== `${origin}/`) return 'DESK_URL: must be an origin without path, query or login';
  if (protocol !== new URL(publicUrl).protocol)
    return `DESK_URL: must begin with ${new URL(publicUrl).protocol}// like PUBLIC_URL`;
  return { host, port, url: origin };
}

interface Addresses {
  readonly publicUrl: string;
  readonly apiUrl: string;
  readonly cookieDomain: string | null;
  readonly desk: DeskConfig | null;
}

/** The configuration of doors at the desk's own address: for them the desk is the site, and the API is on it. */
export const deskSide = <Config extends Addresses>(config: Config, { url }: DeskConfig): Config => ({
  ...config,
  publicUrl: url,
  apiUrl: url,
  cookieDomain: null,
  desk: null,
});
