import * as deskPasskey from '#contract/desk/account/passkey-calls.ts';
import * as account from '#contract/member/account/account-calls.ts';
import * as favourites from '#contract/member/account/favourites-calls.ts';
import * as live from '#contract/member/notices/live-notice-calls.ts';
import * as notice from '#contract/member/notices/notice-calls.ts';
import * as passkey from '#contract/member/passkey-calls.ts';
import * as email from '#contract/member/settings/email-calls.ts';
import * as password from '#contract/member/settings/password-calls.ts';
import * as security from '#contract/member/settings/security-calls.ts';
import * as settings from '#contract/member/settings/settings-calls.ts';
import * as studioPasskey from '#contract/studio/account/passkey-calls.ts';
import { type Binding, bind, type Effect, rememberDevice } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import type { Caller } from '#server/identity/caller.ts';
import { sessionToken } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { activate, logInWithLink } from './account/follow-link.ts';
import { authLogIn, logIn, logOut } from './account/log-in.ts';
import { readBasicInfo } from './account/read-basic-info.ts';
import { register, resendActivation } from './account/register.ts';
import { deleteMember } from './deletion/erase-member.ts';
import { cancelEmailChange, changeEmail } from './email/change-email.ts';
import { confirmEmail } from './email/confirm-email.ts';
import { undoEmail } from './email/undo-email.ts';
import { addFavourite, listFavourites, removeFavourite } from './favourites/favourites.ts';
import { readNoticeKey, subscribeBrowser, unsubscribeBrowser } from './notices/browsers.ts';
import {
  chooseLiveNotice,
  declineLiveNotices,
  listLiveNotices,
  readLiveQuestion,
} from './notices/live-questions.ts';
import { stopMails } from './notices/stop-mails.ts';
import { addPasskey, beginPasskey } from './passkeys/add-passkey.ts';
import {
  beginDeskPasskeyLogin,
  beginPasskeyLogin,
  logInWithPasskey,
} from './passkeys/log-in-with-passkey.ts';
import { listPasskeys, removePasskey, renamePasskey } from './passkeys/own-passkeys.ts';
import { changePassword, forgotPassword, readPasswordPolicy } from './password/passwords.ts';
import { readPersonalData } from './personal-data/read-personal-data.ts';
import { endOtherSessions, endSession, listSessions, readSecurityTrail } from './security/own-sessions.ts';
import {
  changeLanguage,
  chooseMails,
  readPreferences,
  showAsTipper,
  updateMember,
} from './settings/preferences.ts';
import { changeUsername, suggestUsernames } from './settings/username.ts';

const rememberSession = ({ token }: { token: string }): Effect[] => [{ kind: 'remember-session', token }];
const rememberLogin = async ({ token }: { token: string }, caller: Caller, deps: Deps): Promise<Effect[]> => [
  ...rememberSession({ token }),
  ...(await rememberDevice(deps, caller, token)),
];
const login = { limit: 'login', effects: rememberLogin, opensLogin: true } as const;
/** For calls that may have renewed the token in the caller's cookie. */
const rememberRenewed = async (_: unknown, caller: Caller, deps: Deps): Promise<Effect[]> =>
  caller.kind === 'member' && caller.request.session === 'cookie'
    ? rememberSession({ token: await sessionToken(deps, caller) })
    : [];
const forgetSession = (): Effect[] => [{ kind: 'forget-session' }];
const forgetAccount = (): Effect[] => [...forgetSession(), { kind: 'forget-device' }];

export const memberRoutes: readonly Binding[] = [
  bind(account.register, register, { limit: 'register', geoBlock: true }),
  bind(account.logIn, logIn, login),
  bind(account.authLogIn, authLogIn, login),
  bind(account.logInWithLink, logInWithLink, login),
  bind(passkey.beginPasskeyLogin, beginPasskeyLogin, { limit: 'passkey-challenge' }),
  bind(passkey.logInWithPasskey, logInWithPasskey, login),
  bind(account.logOut, logOut, { effects: forgetSession }),
  bind(account.activate, activate, { effects: rememberRenewed }),
  bind(account.resendActivation, resendActivation, { limit: 'recovery' }),
  bind(account.deleteMember, deleteMember, { effects: forgetAccount }),
  bind(account.readBasicInfo, readBasicInfo),
  bind(password.readPasswordPolicy, readPasswordPolicy),
  bind(password.forgotPassword, forgotPassword, { limit: 'recovery' }),
  bind(password.changePassword, changePassword, { effects: rememberRenewed }),
  bind(passkey.listPasskeys, listPasskeys),
  bind(passkey.beginPasskey, beginPasskey),
  bind(passkey.addPasskey, addPasskey),
  bind(passkey.renamePasskey, renamePasskey),
  bind(passkey.removePasskey, removePasskey),
  // Calls of performers and operators use the same handlers: the caller determines whose passkeys they are.
  bind(studioPasskey.beginStudioPasskeyLogin, beginPasskeyLogin, { limit: 'passkey-challenge' }),
  bind(studioPasskey.listStudioPasskeys, listPasskeys),
  bind(studioPasskey.beginStudioPasskey, beginPasskey),
  bind(studioPasskey.addStudioPasskey, addPasskey),
  bind(studioPasskey.renameStudioPasskey, renamePasskey),
  bind(studioPasskey.removeStudioPasskey, removePasskey),
  bind(deskPasskey.beginDeskPasskeyLogin, beginDeskPasskeyLogin, { limit: 'passkey-challenge' }),
  bind(deskPasskey.listDeskPasskeys, listPasskeys),
  bind(deskPasskey.beginDeskPasskey, beginPasskey),
  bind(deskPasskey.addDeskPasskey, addPasskey),
  bind(deskPasskey.renameDeskPasskey, renamePasskey),
  bind(deskPasskey.removeDeskPasskey, removePasskey),
  bind(security.listSessions, listSessions),
  bind(security.endSession, endSession),
  bind(security.endOtherSessions, endOtherSessions),
  bind(security.readSecurityTrail, readSecurityTrail),
  bind(settings.changeUsername, changeUsername, { effects: rememberSession }),
  bind(settings.updateMember, updateMember, { effects: rememberSession }),
  bind(settings.suggestUsernames, suggestUsernames),
  bind(email.changeEmail, changeEmail, { callerLimits: ['email-change'] }),
  bind(email.cancelEmailChange, cancelEmailChange),
  bind(email.confirmEmail, confirmEmail, { effects: rememberRenewed }),
  bind(email.undoEmail, undoEmail, { limit: 'recovery' }),
  bind(settings.readPreferences, readPreferences),
  bind(settings.changeLanguage, changeLanguage),
  bind(settings.chooseMails, chooseMails),
  bind(settings.showAsTipper, showAsTipper),
  bind(notice.readNoticeKey, readNoticeKey),
  bind(notice.subscribeBrowser, subscribeBrowser),
  bind(notice.unsubscribeBrowser, unsubscribeBrowser),
  bind(notice.stopMails, stopMails),
  bind(live.readLiveQuestion, readLiveQuestion),
  bind(live.chooseLiveNotice, chooseLiveNotice),
  bind(live.declineLiveNotices, declineLiveNotices),
  bind(live.listLiveNotices, listLiveNotices),
  bind(favourites.listFavourites, listFavourites),
  bind(favourites.addFavourite, addFavourite),
  bind(favourites.removeFavourite, removeFavourite),
];

export const memberRawRoutes: readonly RawRoute[] = [
  // Not a call, because it returns a file.
  { method: 'GET', path: account.PERSONAL_DATA_PATH, maxBytes: 0, handler: readPersonalData },
];
