/** Every table of the product, for drizzle and for the test that compares it with the migrations. */
export * from '#server/chat/tables.ts';
export * from '#server/media/tables.ts';
export * from '#server/member/tables.ts';
export * from '#server/performers/tables.ts';
export * from '#server/wallet/tables.ts';
export * from './tables.ts';
