import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type {
  readStudioNotices as readCall,
  renewStudioBrowser as renewCall,
  subscribeStudioBrowser as subscribeCall,
  unsubscribeStudioBrowser as unsubscribeCall,
} from '#contract/studio/notice-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { browsersOf, keepBrowser, removeBrowser, renewBrowser } from '#server/identity/browsers/browsers.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Null without VAPID keys. */
export async function readStudioNotices(deps: Deps, caller: Caller): Promise<OutputOf<typeof readCall>> {
  requireFeature(deps, 'studio');
  const browsers = await browsersOf(deps.db, requirePerformer(caller), deps.now());
  return { key: deps.webPush?.publicKey ?? null, browsers: browsers.length };
}

export async function subscribeStudioBrowser(
  deps: Deps,
  caller: Caller,
  browser: ParsedInput<typeof subscribeCall>,
): Promise<true> {
  requireFeature(deps, 'studio');
  const performer = requirePerformer(caller);
  await keepBrowser(deps, performer, {
    browser,
    messages: false,
    hold: async (tx) => {
      if (!(await holdPerformer(tx, performer.performerId, 'no key update')))
        throw new AppError('badRequest.unauthorized');
    },
  });
  return true;
}

export async function renewStudioBrowser(
  deps: Deps,
  caller: Caller,
  browser: ParsedInput<typeof renewCall>,
): Promise<OutputOf<typeof renewCall>> {
  requireFeature(deps, 'studio');
  return { isOn: await renewBrowser(deps, requirePerformer(caller), browser) };
}

export async function unsubscribeStudioBrowser(
  deps: Deps,
  caller: Caller,
  { endpoint }: ParsedInput<typeof unsubscribeCall>,
): Promise<true> {
  requireFeature(deps, 'studio');
  await removeBrowser(deps, requirePerformer(caller), endpoint);
  return true;
}
