import { type PerformerPage, performerPageSchema } from '#contract/wallet/return-page.ts';

/** Kept among the values of the registration, so that a mail sent again leads back to the same page. */
const KEYS = { performer: 'register:model', page: 'register:page' } as const;

export const metaOf = (from: PerformerPage | undefined): Record<string, string> =>
  from ? { [KEYS.performer]: from.performer, [KEYS.page]: from.page } : {};

/** The performer's page somebody registered on; undefined for any other page. */
export const registeredFrom = (meta: Readonly<Record<string, string>>): PerformerPage | undefined =>
  performerPageSchema.safeParse({ performer: meta[KEYS.performer], page: meta[KEYS.page] }).data;
