import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AnyEndpoint, apiBases, callKey } from '#contract/endpoint.ts';
import { bindings } from './routes.ts';

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const isCall = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'base' in value && 'path' in value && 'access' in value;

/** Every call of the contract, by its name there. */
const calls = new Map<string, AnyEndpoint>();
beforeAll(async () => {
  for (const file of filesBelow('contract').filter((name) => name.endsWith('-calls.ts'))) {
    const exported: object = await import(/* @vite-ignore */ pathToFileURL(file).href);
    for (const [name, value] of Object.entries(exported)) if (isCall(value)) calls.set(name, value);
  }
});

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe('names of calls', () => {
  it('binds every call of the contract once', () => {
    const described = [...calls.values()].map(callKey).sort();
    expect(bindings.map(({ call }) => callKey(call)).sort()).toEqual(described);
    expect(described.length).toBeGreaterThan(45);
    for (const key of described)
      expect(Object.values(apiBases).some((base) => key.includes(base))).toBe(true);
  });

  it('gives handler and file the name of the call', () => {
    const files = new Set(filesBelow('server').map((file) => basename(file)));
    for (const [name, call] of calls) {
      const bound = bindings.find((binding) => callKey(binding.call) === callKey(call));
      // If both sides of a conversation have the call, the handler has the member's name.
      const handler = bound?.handler.name ?? '';
      expect([name, name.replace(/Studio|Desk/, '')], callKey(call)).toContain(handler);
      // A variant for another entry shares its twin's file: readProfileById is in read-profile.ts.
      const stem = handler.replace(/(?:ById|Beacon|Engine)$/, '');
      expect([...files], name).toContain(`${kebab(stem)}.ts`);
    }
  });

  it('uses the name of a changing call in the browser too', () => {
    const sources = filesBelow('src/lib')
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .map((file) => readFileSync(file, 'utf8'));
    const acts = sources.flatMap((text) =>
      [...text.matchAll(/\b(?:call|request|requestInRoom|sendBeacon)\((?:calls\.)?(\w+)/g)].map(
        ([, name = '']) => name.replace(/Call$/, ''),
      ),
    );
    const changing = [...new Set(acts)].filter((name) => {
      const call = calls.get(name);
      return call !== undefined && call.method !== 'GET';
    });
    expect(changing.length).toBeGreaterThan(10);
    for (const name of changing) {
      const inBrowser = ACTIONS[name] ?? [name];
      for (const action of inBrowser) {
        // A function, or an action of a store made by a function.
        const declared = new RegExp(
          `(?:function|const|async) ${action}\\b|^ +${action}(?:\\(.*\\{$|: \\()`,
          'm',
        );
        expect(
          sources.some((text) => declared.test(text)),
          `${name}: ${action}`,
        ).toBe(true);
      }
    }
  });
});

/** Browser names of calls that have several actions or none of their own. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  assignCase: ['performCaseAct'],
  decideCase: ['performCaseAct'],
  allowStream: ['performLiveAct'],
  cutStream: ['performLiveAct'],
  cutViewer: ['performLiveAct'],
  endDeskSession: ['endSessions'],
  endOtherDeskSessions: ['endSessions'],
  setLobby: ['waitFor', 'stopWaiting'],
  // Called while a message is shown, received or written.
  markMessageRead: ['markRead'],
  markMessageDelivered: ['receive'],
  sayTyping: ['createTyping'],
  // The performer's side of the same actions.
  sendStudioMessage: ['sendPrivateMessage'],
  markStudioMessageRead: ['markRead'],
  markStudioMessageDelivered: ['receive'],
  sayStudioTyping: ['createTyping'],
  setStudioConversationState: ['setConversationState'],
  logTracking: ['logVisit', 'logClick', 'logClose'],
  chatAction: ['sendMessage', 'sendTip', 'requestVip', 'stopVip'],
  // First of the two calls of one action.
  beginPasskey: ['addPasskey'],
  beginPasskeyLogin: ['logInWithPasskey'],
  // Sent by a form.
  renamePasskey: ['renameForm'],
  setLimit: ['readLimitsPage'],
  startCoolOff: ['readLimitsPage'],
  changeEmail: ['emailForm'],
  changePassword: ['passwordForm', 'resetForm'],
  changeUsername: ['createUsernameForm'],
  chooseMails: ['chooseMail'],
  // Sent by the form of a list.
  saveTipMenu: ['saveTipList'],
  saveGoals: ['saveTipList'],
  endStudioSession: ['endSessions'],
  endOtherStudioSessions: ['endSessions'],
  sendReport: ['reportForm'],
  reportConversation: ['conversationReport'],
  reportMember: ['memberReport'],
  reportStudioConversation: ['memberReport'],
  // Part of a switch.
  subscribeBrowser: ['switchOn'],
  unsubscribeBrowser: ['switchOff'],
  // Part of what a linked device does while it moves.
  beatToy: ['linkDevice'],
  // Part of joining, leaving and failing.
  getChatJoinToken: ['joinChat'],
  leaveChatBeacon: ['leaveChat'],
  reportChatError: ['failChat'],
};
