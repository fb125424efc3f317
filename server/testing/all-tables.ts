export * from '#server/audit/tables.ts';
/** Every table of the product, for the test that compares them with the migrations. */
export * from '#server/chat/minutes/tables.ts';
export * from '#server/chat/room/sanctions/tables.ts';
export * from '#server/chat/room/tables.ts';
export * from '#server/chat/session/tables.ts';
export * from '#server/chat/tips/tables.ts';
export * from '#server/db/tables.ts';
export * from '#server/identity/tables.ts';
export * from '#server/ledger/tables.ts';
export * from '#server/media/tables.ts';
export * from '#server/member/account/tables.ts';
export * from '#server/member/favourites/tables.ts';
export * from '#server/member/mail/tables.ts';
export * from '#server/outbox/tables.ts';
export * from '#server/performers/profile/tables.ts';
export * from '#server/safety/reports/tables.ts';
export * from '#server/wallet/purchase/tables.ts';
