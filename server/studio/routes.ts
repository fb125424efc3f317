import { apiBases } from '#contract/endpoint.ts';
import { MAX_IMAGE_BYTES } from '#contract/image.ts';
import { listFollowerMessages as listFollowerMessagesCall } from '#contract/member/notices/follower-calls.ts';
import * as account from '#contract/studio/account/account-calls.ts';
import { sendApplication as sendApplicationCall } from '#contract/studio/account/application-calls.ts';
import * as factor from '#contract/studio/account/factor-calls.ts';
import { logInWithStudioPasskey as logInWithStudioPasskeyCall } from '#contract/studio/account/passkey-calls.ts';
import * as whipKey from '#contract/studio/account/whip-key-calls.ts';
import * as away from '#contract/studio/away-calls.ts';
import { readBeside as readBesideCall, saveBeside as saveBesideCall } from '#contract/studio/beside-calls.ts';
import {
  endCamBack as endCamBackCall,
  listCamBacks as listCamBacksCall,
  watchCamBack as watchCamBackCall,
} from '#contract/studio/cam-back-calls.ts';
import * as followers from '#contract/studio/follower-calls.ts';
import * as live from '#contract/studio/live-calls.ts';
import * as notes from '#contract/studio/note-calls.ts';
import * as notices from '#contract/studio/notice-calls.ts';
import { EARNINGS_FILE, readEarnings as readEarningsCall } from '#contract/studio/numbers/earnings-calls.ts';
import { readOverview as readOverviewCall } from '#contract/studio/numbers/overview-calls.ts';
import * as statistics from '#contract/studio/numbers/statistics-calls.ts';
import * as pictures from '#contract/studio/picture-calls.ts';
import { readPrices as readPricesCall, savePrices as savePricesCall } from '#contract/studio/price-calls.ts';
import * as profile from '#contract/studio/profile-calls.ts';
import * as studio from '#contract/studio/studio-calls.ts';
import * as tipping from '#contract/studio/tipping-calls.ts';
import * as toy from '#contract/studio/toy-calls.ts';
import * as vip from '#contract/studio/vip-calls.ts';
import { readSeller as readSellerCall, saveSeller as saveSellerCall } from '#contract/tax/seller-calls.ts';
import { type Binding, bind, type Effect, rememberDevice } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import type { Caller } from '#server/identity/caller.ts';
import { sessionToken } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { sendApplication } from './account/add-performer.ts';
import { declineFactor, readFactor, removeAuthenticator, renewRecoveryCodes } from './account/factor.ts';
import { beginFactorProof, proveFactor, proveFactorWithPasskey } from './account/prove-factor.ts';
import {
  endOtherStudioSessions,
  endStudioSession,
  listStudioSessions,
  readEndedLogin,
  studioLogOut,
} from './account/sessions.ts';
import { beginAuthenticator, setAuthenticator } from './account/set-authenticator.ts';
import { changeStudioPassword, readStudioAccount } from './account/studio-account.ts';
import { checkStudioLink, redeemStudioLink } from './account/studio-link.ts';
import { logInWithStudioPasskey, studioLogin } from './account/studio-login.ts';
import { undoStudioLogin } from './account/undo-login.ts';
import { readAway, saveAway } from './away/away.ts';
import { startBroadcast, watchOwnStream } from './broadcast.ts';
import { endCamBack, listCamBacks, watchCamBack } from './cam-backs.ts';
import { readEarnings } from './earnings/read-earnings.ts';
import { createServeSeller, readSeller, saveSeller } from './earnings/seller.ts';
import { serveEarnings } from './earnings/serve-earnings.ts';
import { createServePayout } from './earnings/serve-payout.ts';
import {
  listFollowerMessages,
  messageFollowers,
  readFollowers,
  withdrawOwnMessage,
} from './followers/message-followers.ts';
import { readMemberNote, saveMemberNote, serveNotes } from './notes/member-note.ts';
import {
  readStudioNotices,
  renewStudioBrowser,
  subscribeStudioBrowser,
  unsubscribeStudioBrowser,
} from './notices/studio-browsers.ts';
import { readOverview } from './overview/read-overview.ts';
import { addAlbum, orderAlbums, removeAlbum, saveAlbum } from './pictures/albums.ts';
import { orderPictures, readPictures, readPreview, removePicture, savePicture } from './pictures/pictures.ts';
import { uploadPictures } from './pictures/upload-pictures.ts';
import { readBeside, saveBeside } from './profile/beside.ts';
import { readPrices, savePrices } from './profile/prices.ts';
import { addStart, removeStart } from './profile/schedule.ts';
import { readStudioProfile, saveStudioProfile, setHiddenPlaces } from './profile/studio-profile.ts';
import { closeRoom, readAudience, readRoom, sayInRoom } from './room.ts';
import { setStatus } from './set-status.ts';
import { uploadSnapshot } from './snapshots.ts';
import { readStatistics, readStreamNumbers } from './statistics/read-statistics.ts';
import { readTipping, saveGoals, saveTipMenu } from './tipping/tipping.ts';
import { beatToy, setToy, stopToy } from './toys.ts';
import { acceptVip, declineVip, stopVipShow } from './vip/vip-shows.ts';
import { endStudioSessions, revokeWhipKey, rotateWhipKey, showWhipKey } from './whip-key/whip-key.ts';

/** The cookie is for pages, so there is no cookie without pages. */
const rememberLogin = async ({ token }: { token: string }, caller: Caller, deps: Deps): Promise<Effect[]> => [
  ...(await rememberDevice(deps, caller, token)),
  ...(deps.brand.hasFeature('studio') ? [{ kind: 'remember-studio', token } as const] : []),
];
const login = { limit: 'login', effects: rememberLogin } as const;
/** For calls that may have renewed the token in the caller's cookie. */
const rememberRenewed = async (_: unknown, caller: Caller, deps: Deps): Promise<Effect[]> =>
  caller.kind === 'performer' && caller.request.session === 'cookie'
    ? [{ kind: 'remember-studio', token: await sessionToken(deps, caller) }]
    : [];
const forgetStudio = (): Effect[] => [{ kind: 'forget-studio' }];

export const studioRoutes: readonly Binding[] = [
  bind(studio.studioLogin, studioLogin, login),
  bind(logInWithStudioPasskeyCall, logInWithStudioPasskey, login),
  bind(sendApplicationCall, sendApplication, { limit: 'application' }),
  bind(account.checkStudioLink, checkStudioLink, { limit: 'login' }),
  bind(account.redeemStudioLink, redeemStudioLink, login),
  bind(account.undoStudioLogin, undoStudioLogin, { limit: 'login' }),
  bind(account.studioLogOut, studioLogOut, { effects: forgetStudio }),
  bind(account.readEndedLogin, readEndedLogin),
  bind(account.readStudioAccount, readStudioAccount),
  bind(account.changeStudioPassword, changeStudioPassword, { effects: rememberRenewed }),
  bind(account.listStudioSessions, listStudioSessions),
  bind(account.endStudioSession, endStudioSession),
  bind(account.endOtherStudioSessions, endOtherStudioSessions),
  bind(factor.readFactor, readFactor),
  bind(factor.declineFactor, declineFactor),
  bind(factor.beginAuthenticator, beginAuthenticator),
  bind(factor.setAuthenticator, setAuthenticator),
  bind(factor.removeAuthenticator, removeAuthenticator),
  bind(factor.renewRecoveryCodes, renewRecoveryCodes),
  bind(factor.proveFactor, proveFactor),
  bind(factor.beginFactorProof, beginFactorProof, { limit: 'passkey-challenge' }),
  bind(factor.proveFactorWithPasskey, proveFactorWithPasskey, { limit: 'login' }),
  bind(studio.setStatus, setStatus),
  bind(readBesideCall, readBeside),
  bind(saveBesideCall, saveBeside),
  bind(away.readAway, readAway),
  bind(away.saveAway, saveAway),
  bind(studio.closeRoom, closeRoom),
  bind(studio.readRoom, readRoom),
  bind(studio.sayInRoom, sayInRoom),
  bind(live.readAudience, readAudience),
  bind(live.watchOwnStream, watchOwnStream),
  bind(studio.startBroadcast, startBroadcast),
  bind(whipKey.showWhipKey, showWhipKey),
  bind(whipKey.rotateWhipKey, rotateWhipKey),
  bind(whipKey.revokeWhipKey, revokeWhipKey),
  bind(whipKey.endStudioSessions, endStudioSessions),
  bind(toy.setToy, setToy),
  bind(toy.stopToy, stopToy),
  bind(toy.beatToy, beatToy),
  bind(vip.acceptVip, acceptVip),
  bind(vip.declineVip, declineVip),
  bind(vip.stopVipShow, stopVipShow),
  bind(listCamBacksCall, listCamBacks),
  bind(watchCamBackCall, watchCamBack),
  bind(endCamBackCall, endCamBack),
  bind(readOverviewCall, readOverview),
  // For those who follow her.
  bind(listFollowerMessagesCall, listFollowerMessages),
  bind(followers.readFollowers, readFollowers),
  bind(followers.messageFollowers, messageFollowers),
  bind(followers.withdrawOwnMessage, withdrawOwnMessage),
  bind(statistics.readStatistics, readStatistics),
  bind(statistics.readStreamNumbers, readStreamNumbers),
  bind(notes.readMemberNote, readMemberNote),
  bind(notes.saveMemberNote, saveMemberNote),
  bind(notices.readStudioNotices, readStudioNotices),
  bind(notices.subscribeStudioBrowser, subscribeStudioBrowser),
  bind(notices.renewStudioBrowser, renewStudioBrowser),
  bind(notices.unsubscribeStudioBrowser, unsubscribeStudioBrowser),
  bind(readEarningsCall, readEarnings),
  bind(readSellerCall, readSeller),
  bind(saveSellerCall, saveSeller),
  bind(profile.readStudioProfile, readStudioProfile),
  bind(profile.saveStudioProfile, saveStudioProfile),
  bind(profile.setHiddenPlaces, setHiddenPlaces),
  bind(readPricesCall, readPrices),
  bind(savePricesCall, savePrices),
  bind(profile.addStart, addStart),
  bind(profile.removeStart, removeStart),
  bind(pictures.readPictures, readPictures),
  bind(pictures.readPreview, readPreview),
  bind(pictures.addAlbum, addAlbum),
  bind(pictures.saveAlbum, saveAlbum),
  bind(pictures.removeAlbum, removeAlbum),
  bind(pictures.orderAlbums, orderAlbums),
  bind(pictures.orderPictures, orderPictures),
  bind(pictures.savePicture, savePicture),
  bind(pictures.removePicture, removePicture),
  bind(tipping.readTipping, readTipping),
  bind(tipping.saveTipMenu, saveTipMenu),
  bind(tipping.saveGoals, saveGoals),
];

export const studioRawRoutes = (seller: Parameters<typeof createServePayout>[0]): readonly RawRoute[] => [
  // The body is a picture, so this is not a call.
  {
    method: 'POST',
    path: `${apiBases.studio}/snapshot`,
    maxBytes: MAX_IMAGE_BYTES,
    handler: uploadSnapshot,
  },
  // The body is a form with files, which are stored while they arrive.
  { method: 'POST', path: pictures.UPLOAD_PATH, maxBytes: 0, handler: uploadPictures },
  // Not calls, because they return files.
  { method: 'GET', path: EARNINGS_FILE, maxBytes: 0, handler: serveEarnings },
  { method: 'GET', path: notes.NOTES_FILE, maxBytes: 0, handler: serveNotes },
  {
    method: 'GET',
    path: `${apiBases.studio}/payouts/:file{[0-9]{1,10}\\.pdf}`,
    maxBytes: 0,
    handler: createServePayout(seller),
  },
  {
    method: 'GET',
    path: `${apiBases.studio}/seller/:file{20[0-9]{2}\\.pdf}`,
    maxBytes: 0,
    handler: createServeSeller(seller),
  },
];
