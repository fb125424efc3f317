import { auditData } from '#server/audit/audit-data.ts';
import { roomData, watchingData } from '#server/chat/personal-data.ts';
import { ringsData } from '#server/desk/rings/rings.ts';
import { noticesData } from '#server/member/notices/notices-data.ts';
import { passkeysData } from '#server/member/passkeys/passkeys-data.ts';
import { accountData } from '#server/member/personal-data/account-data.ts';
import { lastNoticeData, messagesData } from '#server/messaging/personal-data.ts';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { reportsData } from '#server/safety/reports/reports-data.ts';
import { limitsData } from '#server/wallet/limits/limits-data.ts';
import { purchasesData } from '#server/wallet/purchase/purchases-data.ts';
import { returnsData } from '#server/wallet/returns/returns-data.ts';
import { creditsData } from '#server/wallet/spending/credits-data.ts';

/** All data about a member, by feature: the content of a download and what a deletion erases. */
export const allPersonalData: readonly PersonalData[] = [
  ...accountData,
  passkeysData,
  ...noticesData,
  purchasesData,
  returnsData,
  creditsData,
  ...limitsData,
  ...watchingData,
  ...roomData,
  lastNoticeData,
  messagesData,
  ...reportsData,
  ringsData,
  auditData,
];
