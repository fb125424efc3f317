import type { Config } from '#server/config/config.ts';
import type { WebPushGateway } from '#server/ports/gateways.ts';
import { createWebPush, keptKeys } from './web-push.ts';

/** With the operator's keys; the demo creates its own. Null without keys: notices are not offered. */
export async function openWebPush({
  mode,
  dataDir,
  webPush: { keys, subject, services },
}: Pick<Config, 'mode' | 'dataDir' | 'webPush'>): Promise<WebPushGateway | null> {
  const ours = keys ?? (mode === 'demo' ? await keptKeys(dataDir) : null);
  return ours && createWebPush({ keys: ours, subject, services });
}
