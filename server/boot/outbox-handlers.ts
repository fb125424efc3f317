import { endSuspension, suspensionEndWork } from '#server/desk/performers/suspension.ts';
import { registerLater, registrationWork } from '#server/member/account/register.ts';
import { newAddressWork, sendToNewAddress } from '#server/member/email/change-email.ts';
import { giveUpMail } from '#server/member/mail/deliver-mail.ts';
import { sendPurchaseMail, sendRefundMail, sendWithdrawalMail } from '#server/member/mail/purchase-mails.ts';
import { registrationMailWork, sendRegistrationMail } from '#server/member/mail/send-registration-mail.ts';
import { recoveryWork, sendResetMail } from '#server/member/mail/send-reset-mail.ts';
import { giveUpName, giveUpNameWork } from '#server/member/names/random-name.ts';
import { followerMailWork, sendFollowerMail } from '#server/member/notices/queue-follower-notices.ts';
import { liveMailWork, sendLiveMail } from '#server/member/notices/queue-live-notice.ts';
import { noticeWork, sendNotice } from '#server/member/notices/send-notice.ts';
import { deliverWanted } from '#server/member/notices/stop-mails.ts';
import { mailWork, type WorkHandler, workHandler } from '#server/outbox/work.ts';
import { tellFollowersWork } from '#server/performers/followers/follower-messages.ts';
import { liveStartWork } from '#server/performers/profile/live-start.ts';
import type { Deps } from '#server/ports/deps.ts';
import { tellFollowers } from '#server/studio/followers/message-followers.ts';
import { pictureNoticeWork, sendPictureNotice } from '#server/studio/notices/picture-notices.ts';
import { tellLive } from '#server/studio/tell-live.ts';
import { limitNearWork, tellLimitNear } from '#server/wallet/limits/limits.ts';
import { purchaseMailWork, withdrawalMailWork } from '#server/wallet/receipts/mail-work.ts';
import type { Seller } from '#server/wallet/receipts/sheet.ts';
import { refundMailWork, refundWork, sendRefund } from '#server/wallet/returns/refund-payment.ts';

export const outboxHandlers = (deps: Deps, seller: Seller): WorkHandler[] => [
  workHandler(
    mailWork,
    (mail) => deliverWanted(deps, mail),
    (mail, error) => giveUpMail(deps, mail, error),
  ),
  workHandler(limitNearWork, (near) => tellLimitNear(deps, near)),
  workHandler(purchaseMailWork, (bought) => sendPurchaseMail(deps, seller, bought)),
  workHandler(refundMailWork, (refund) => sendRefundMail(deps, refund)),
  workHandler(withdrawalMailWork, (withdrawal) => sendWithdrawalMail(deps, withdrawal)),
  workHandler(registrationWork, (account) => registerLater(deps, account)),
  workHandler(registrationMailWork, (registration) => sendRegistrationMail(deps, registration)),
  workHandler(recoveryWork, (recovery) => sendResetMail(deps, recovery)),
  workHandler(newAddressWork, (wish) => sendToNewAddress(deps, wish)),
  workHandler(giveUpNameWork, (named) => giveUpName(deps, named)),
  workHandler(noticeWork, (notice) => sendNotice(deps, notice)),
  workHandler(liveStartWork, (start) => tellLive(deps, start)),
  workHandler(tellFollowersWork, (telling) => tellFollowers(deps, telling)),
  workHandler(followerMailWork, (mail) => sendFollowerMail(deps, mail)),
  workHandler(pictureNoticeWork, (notice) => sendPictureNotice(deps, notice)),
  workHandler(liveMailWork, (mail) => sendLiveMail(deps, mail)),
  workHandler(suspensionEndWork, (end) => endSuspension(deps, end)),
  workHandler(refundWork, (refund) => sendRefund(deps, refund)),
];
