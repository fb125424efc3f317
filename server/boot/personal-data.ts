import { auditData } from '#server/audit/audit-data.ts';
import { roomData } from '#server/chat/personal-data/room-data.ts';
import { watchingData } from '#server/chat/personal-data/watching-data.ts';
import { noticesData } from '#server/member/notices/notices-data.ts';
import { passkeysData } from '#server/member/passkeys/passkeys-data.ts';
import { accountData } from '#server/member/personal-data/account-data.ts';
import { messagesData } from '#server/messaging/personal-data.ts';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { reportsData } from '#server/safety/reports/reports-data.ts';
import { limitsData } from '#server/wallet/limits/limits-data.ts';
import { purchasesData } from '#server/wallet/purchase/purchases-data.ts';
import { returnsData } from '#server/wallet/returns/returns-data.ts';
import { creditsData } from '#server/wallet/spending/credits-data.ts';

/** Everything the product knows of a member, by feature: what a download holds, and what a deletion erases. */
export const allPersonalData: readonly PersonalData[] = [
  accountData,
  passkeysData,
  noticesData,
  purchasesData,
  returnsData,
  creditsData,
  limitsData,
  watchingData,
  roomData,
  messagesData,
  reportsData,
  auditData,
];
