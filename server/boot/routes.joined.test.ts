import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnyEndpoint, apiBases, callKey } from '#contract/endpoint.ts';
import { expectJoined } from '#contract/testing/joined.ts';
import { allCalls } from '#server/testing/rules/declarations.ts';
import { bindings } from './routes.ts';

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const calls = await allCalls();

const boundTo = (call: AnyEndpoint) => bindings.filter((binding) => callKey(binding.call) === callKey(call));
/** The feature that has the calls of a file, `contract/member/notes-calls.ts`, usually binds them too. */
const routesOf = (file: string) => file.replace(/^contract\/(\w+)\/.*/, 'server/$1/routes.ts');

describe('names of calls', () => {
  it('binds every call of the contract once', () => {
    expect(calls.length).toBeGreaterThan(45);
    const described = calls.map(({ call }) => callKey(call));
    expectJoined([
      ...calls
        .filter(({ call }) => boundTo(call).length === 0)
        .map(({ name, file }) => `${name} of ${file} has no handler: add it to ${routesOf(file)}`),
      ...calls
        .filter(({ call }) => boundTo(call).length > 1)
        .map(({ name, file }) => `${name} of ${file} is bound twice: remove one from ${routesOf(file)}`),
      ...calls
        .filter(({ call }, at) => described.indexOf(callKey(call)) !== at)
        .map(
          ({ name, file, call }) =>
            `${name} of ${file} is described twice as ${callKey(call)}: change its path`,
        ),
      ...bindings
        .filter(({ call }) => !described.includes(callKey(call)))
        .map(({ call }) => `${callKey(call)} is bound, but not exported by a file contract/**/*-calls.ts`),
    ]);
    for (const key of described)
      expect(Object.values(apiBases).some((base) => key.includes(base))).toBe(true);
  });

  it('gives the handler the name of the call, under which a file exports it', () => {
    const exported = new Set(
      filesBelow('server')
        .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
        .flatMap((file) => [
          ...readFileSync(file, 'utf8').matchAll(/^export .*?\b(?:function|const) (\w+)/gm),
        ])
        .map(([, name]) => name),
    );
    expectJoined(
      calls.flatMap(({ name, file: described, call }) =>
        boundTo(call).flatMap(({ handler }) => {
          // If both sides of a conversation have the call, the handler has the member's name.
          if (![name, name.replace(/Studio|Desk/, '')].includes(handler.name))
            return `${name} is bound to ${handler.name} in ${routesOf(described)}: name the handler like its call`;
          return exported.has(handler.name)
            ? []
            : `${name} is handled by ${handler.name}, which no file of server/ exports under this name`;
        }),
      ),
    );
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
      const found = calls.find((one) => one.name === name);
      return found !== undefined && found.call.method !== 'GET';
    });
    expect(changing.length).toBeGreaterThan(10);
    /** Whether a function, or an action of a store made by a function, has this name. */
    const declares = (action: string) => {
      const declared = new RegExp(
        `(?:function|const|async) ${action}\\b|^ +${action}(?:\\(.*\\{$|: \\()`,
        'm',
      );
      return sources.some((text) => declared.test(text));
    };
    expectJoined(
      changing.flatMap((name) =>
        (ACTIONS[name] ?? [name])
          .filter((action) => !declares(action))
          .map(
            (action) =>
              `${name} is made by no action ${action} in src/lib: name its action like the call, or add it to ACTIONS in server/boot/routes.joined.test.ts`,
          ),
      ),
    );
  });
});

/** Browser names of calls that have several actions or none of their own. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  assignCase: ['performCaseAct'],
  notePolice: ['performCaseAct'],
  explainDecision: ['performDecisionAct'],
  judgeDecision: ['performDecisionAct'],
  withdrawDecision: ['performDecisionAct'],
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
  // Forms of the page of the second factor.
  beginAuthenticator: ['actOnFactor'],
  setAuthenticator: ['actOnFactor'],
  removeAuthenticator: ['actOnFactor'],
  renewRecoveryCodes: ['actOnFactor'],
  declineFactor: ['actOnFactor'],
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
