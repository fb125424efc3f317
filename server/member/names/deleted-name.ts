/** Begins no username. */
const DELETED = '#deleted-';

/** Name of a deleted member in rows that outlive the account. */
export const deletedName = (memberId: number): string => `${DELETED}${memberId}`;

export const isDeletedName = (name: string): boolean => name.startsWith(DELETED);
