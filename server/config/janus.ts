import type { JanusConfig } from '@vonk/media/janus';
import { z } from 'zod';

export const janusSchemas = {
  media: z.enum(['embedded', 'janus']).default('embedded'),
  url: z.url().default('http://127.0.0.1:8088/janus'),
  adminUrl: z.url().default('http://127.0.0.1:7088/admin'),
  secret: z.string().min(16).optional(),
  forwardHost: z.ipv4().default('127.0.0.1'),
};

export interface JanusVariables {
  readonly MEDIA: 'embedded' | 'janus';
  readonly JANUS_URL: string;
  readonly JANUS_SECRET?: string | undefined;
  readonly JANUS_ADMIN_URL: string;
  readonly JANUS_ADMIN_SECRET?: string | undefined;
  readonly JANUS_ADMIN_KEY?: string | undefined;
  readonly JANUS_FORWARD_HOST: string;
}

/** Null with the embedded media server; a sentence if something is wrong. */
export function janusConfig(env: JanusVariables): JanusConfig | null | string {
  if (env.MEDIA === 'embedded') return null;
  const { JANUS_SECRET: secret, JANUS_ADMIN_SECRET: adminSecret, JANUS_ADMIN_KEY: adminKey } = env;
  if (!secret || !adminSecret || !adminKey)
    return 'MEDIA=janus needs JANUS_SECRET (api_secret), JANUS_ADMIN_SECRET (admin_secret) and JANUS_ADMIN_KEY (admin_key of the VideoRoom).';
  const { JANUS_URL: url, JANUS_ADMIN_URL: adminUrl, JANUS_FORWARD_HOST: forwardHost } = env;
  return { url, secret, adminUrl, adminSecret, adminKey, forwardHost };
}
