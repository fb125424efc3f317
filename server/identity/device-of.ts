import Bowser from 'bowser';

/** Longer ones are somebody's joke. */
const USER_AGENT_MAX = 512;

/** Browser and system in words, `Firefox · Linux`; null where neither can be told. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > USER_AGENT_MAX) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const parts = [browser.name, os.name].filter((part) => part !== undefined && part !== '');
  return parts.length > 0 ? parts.join(' · ') : null;
}
