import { vi } from 'vitest';

/** The visitor's answer to the browser's prompt. */
type Answer = NotificationPermission;

export interface PushBrowser {
  /** How often the browser asked. */
  questions: number;
  /** The key of the subscription; null without one. */
  key: string | null;
  endpoint: string;
}

/** A browser with a push service; the real one belongs to the browser's vendor. */
export function stubPush({
  permission = 'default',
  answer = 'granted',
}: Partial<Record<'permission' | 'answer', Answer>> = {}): PushBrowser {
  const browser: PushBrowser = { questions: 0, key: null, endpoint: 'https://push.example/send/1' };
  const notification = {
    permission,
    requestPermission: async () => {
      browser.questions += 1;
      notification.permission = answer;
      return answer;
    },
  };
  const subscription = () => ({
    endpoint: browser.endpoint,
    unsubscribe: async () => {
      browser.key = null;
      return true;
    },
    toJSON: () => ({
      endpoint: browser.endpoint,
      expirationTime: null,
      keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) },
    }),
  });
  const registration = {
    pushManager: {
      getSubscription: async () => (browser.key === null ? null : subscription()),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        browser.key = applicationServerKey;
        return subscription();
      },
    },
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue({
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  } as never);
  return browser;
}
