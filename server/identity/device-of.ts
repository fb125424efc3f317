import Bowser from 'bowser';

/** Longer user agents are not genuine and are ignored. */
const USER_AGENT_MAX = 512;

/** Browser and system, `Firefox · Linux`; null if neither is recognized. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > USER_AGENT_MAX) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const parts = [browser.name, os.name].filter((part) => part !== undefined && part !== '');
  return parts.length > 0 ? parts.join(' · ') : null;
}
