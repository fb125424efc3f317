/** The minimum for a production start; for tests. */
export const productionEnvironment = {
  MODE: 'production',
  SECRET: 'a secret of forty characters, more or less',
  ALLOW_EMBEDDED: 'true',
  PUBLIC_URL: 'https://vonk.example',
  SMTP_URL: 'smtps://mail.example',
  MAIL_REPLY_TO: 'support@vonk.example',
  PAYMENTS: 'paynl',
  PAYNL_SERVICE_ID: 'SL-1234-5678',
  PAYNL_SECRET: 'forty characters of a secret, more or less',
  MEDIA_HOST: '203.0.113.7',
  METRICS_TOKEN: 'metrics-token',
  API_KEY: 'a-key-of-our-own',
};

type MmdbValue = string | number | readonly MmdbValue[] | { readonly [key: string]: MmdbValue };

/** A field of an MMDB file: its type and size, then its content (MaxMind DB 2.0). */
function fieldOf(value: MmdbValue): Buffer {
  const head = (type: number, size: number) =>
    Buffer.from(type > 7 ? [size, type - 7] : [(type << 5) | size]);
  if (typeof value === 'string') return Buffer.concat([head(2, value.length), Buffer.from(value)]);
  if (typeof value === 'number') {
    const content = Buffer.alloc(4);
    content.writeUInt32BE(value);
    return Buffer.concat([head(6, 4), content]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(fieldOf)]);
  const fields = Object.entries(value).flat() as MmdbValue[];
  return Buffer.concat([head(7, fields.length / 2), ...fields.map(fieldOf)]);
}

/** An MMDB file in which 0.0.0.0/1 has the first record, and 128.0.0.0/1 the second. Texts have at most 28 bytes. */
export function mmdbOf(type: string, first: MmdbValue, second: MmdbValue): Buffer {
  const [one, other] = [fieldOf(first), fieldOf(second)];
  const tree = Buffer.alloc(6);
  // One node; its records lie behind a separator of 16 bytes.
  tree.writeUIntBE(1 + 16, 0, 3);
  tree.writeUIntBE(1 + 16 + one.length, 3, 3);
  const metadata = fieldOf({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 0,
    database_type: type,
    description: {},
    ip_version: 4,
    languages: [],
    node_count: 1,
    record_size: 24,
  });
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  return Buffer.concat([tree, Buffer.alloc(16), one, other, marker, metadata]);
}
