/** Days between asking for the deletion of an account and its erasure; logging in meanwhile keeps the account. */
export const DELETION_DAYS = 14;

/** Where a member's own data are downloaded as a ZIP; no call, because the answer is a file. */
export const PERSONAL_DATA_PATH = '/api/member/data';
