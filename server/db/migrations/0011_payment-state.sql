-- Like all other tables whose rows have a state.
ALTER TABLE payment RENAME COLUMN status TO state;
