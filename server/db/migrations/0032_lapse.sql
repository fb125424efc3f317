-- Credits that lapse with an erased account were spent on nothing.
CREATE OR REPLACE FUNCTION spent_since(spender integer, since timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT greatest(0, -coalesce(sum(entry.amount), 0))::bigint
  FROM account
  JOIN entry ON entry.account_id = account.id
  JOIN transfer ON transfer.id = entry.transfer_id
  WHERE account.kind = 'member' AND account.owner = spender::text AND transfer.created_at >= since
    AND transfer.kind NOT IN (
      'welcome', 'purchase', 'refund', 'chargeback', 'debt', 'goodwill', 'opening', 'lapse'
    )
$$;
