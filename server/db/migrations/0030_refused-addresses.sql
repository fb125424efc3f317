-- E-mail addresses that a mail server refused for good, until it accepts a mail to them. Of anybody, so only hashes.
CREATE TABLE refused_address (
  address_hash text PRIMARY KEY,
  refused_at timestamptz NOT NULL
);
