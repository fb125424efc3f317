import { blockMember as blockMemberCall } from '#contract/desk/member-calls.ts';
import * as deskPasskey from '#contract/desk/passkey-calls.ts';
import * as account from '#contract/member/account/account-calls.ts';
import * as email from '#contract/member/settings/email-calls.ts';
import * as favourites from '#contract/member/account/favourites-calls.ts';
import * as live from '#contract/member/notices/live-notice-calls.ts';
import * as notice from '#contract/member/notices/notice-calls.ts';
import * as passkey from '#contract/member/passkey-calls.ts';
import * as password from '#contract/member/settings/password-calls.ts';
import * as preferences from '#contract/member/settings/settings-calls.ts';
import * as security from '#contract/member/settings/security-calls.ts';
import * as settings from '#contract/member/settings/settings-calls.ts';
import * as studioPasskey from '#contract/studio/passkey-calls.ts';
import { type Binding, bind, type Effect, rememberDevice } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import type { Caller } from '#server/identity/caller.ts';
import { sessionToken } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { activate } from './account/activate.ts';
import { authLogIn } from './account/auth-log-in.ts';
import { blockMember } from './account/block-member.ts';
import { logIn } from './account/log-in.ts';
import { logInWithLink } from './account/log-in-with-link.ts';
import { logOut } from './account/log-out.ts';
import { readBasicInfo } from './account/read-basic-info.ts';
import { register } from './account/register.ts';
import { resendActivation } from './account/resend-activation.ts';
import { deleteMember } from './deletion/delete-member.ts';
import { cancelEmailChange } from './email/cancel-email-change.ts';
import { changeEmail } from './email/change-email.ts';
import { confirmEmail } from './email/confirm-email.ts';
import { undoEmail } from './email/undo-email.ts';
import { addFavourite } from './favourites/add-favourite.ts';
import { listFavourites } from './favourites/list-favourites.ts';
import { removeFavourite } from './favourites/remove-favourite.ts';
import { chooseLiveNotice } from './notices/choose-live-notice.ts';
import { declineLiveNotices } from './notices/decline-live-notices.ts';
import { listLiveNotices } from './notices/list-live-notices.ts';
import { readLiveQuestion } from './notices/read-live-question.ts';
import { readNoticeKey } from './notices/read-notice-key.ts';
import { stopMails } from './notices/stop-mails.ts';
import { subscribeBrowser } from './notices/subscribe-browser.ts';
import { unsubscribeBrowser } from './notices/unsubscribe-browser.ts';
import { addPasskey } from './passkeys/add-passkey.ts';
import { beginDeskPasskeyLogin } from './passkeys/begin-desk-passkey-login.ts';
import { beginPasskey } from './passkeys/begin-passkey.ts';
import { beginPasskeyLogin } from './passkeys/begin-passkey-login.ts';
import { listPasskeys } from './passkeys/list-passkeys.ts';
import { logInWithPasskey } from './passkeys/log-in-with-passkey.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { renamePasskey } from './passkeys/rename-passkey.ts';
import { changePassword } from './password/change-password.ts';
import { forgotPassword } from './password/forgot-password.ts';
import { readPasswordPolicy } from './password/read-password-policy.ts';
import { readPersonalData } from './personal-data/read-personal-data.ts';
import { endOtherSessions } from './security/end-other-sessions.ts';
import { endSession } from './security/end-session.ts';
import { listSessions } from './security/list-sessions.ts';
import { readSecurityTrail } from './security/read-security-trail.ts';
import { changeLanguage } from './settings/change-language.ts';
import { changeUsername } from './settings/change-username.ts';
import { chooseMails } from './settings/choose-mails.ts';
import { readPreferences } from './settings/read-preferences.ts';
import { showAsTipper } from './settings/show-as-tipper.ts';
import { suggestUsernames } from './settings/suggest-usernames.ts';
import { updateMember } from './settings/update-member.ts';

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
  bind(blockMemberCall, blockMember),
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
  bind(preferences.readPreferences, readPreferences),
  bind(preferences.changeLanguage, changeLanguage),
  bind(preferences.chooseMails, chooseMails),
  bind(preferences.showAsTipper, showAsTipper),
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
