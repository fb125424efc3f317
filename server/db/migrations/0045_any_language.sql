-- The code knows which languages are served (contract/locales.ts), so a new one needs no migration.
ALTER TABLE member DROP CONSTRAINT member_language_check;
--> statement-breakpoint
ALTER TABLE member ADD CONSTRAINT member_language_tag CHECK (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
