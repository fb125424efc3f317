/** The minimum for a production start; for tests. */
export const productionEnvironment = {
  MODE: 'production',
  SECRET: 'a secret of forty characters, more or less',
  ALLOW_EMBEDDED: 'true',
  PUBLIC_URL: 'https://vonk.example',
  SMTP_URL: 'smtps://mail.example',
  PAYMENTS: 'paynl',
  PAYNL_SERVICE_ID: 'SL-1234-5678',
  PAYNL_SECRET: 'forty characters of a secret, more or less',
  MEDIA_HOST: '203.0.113.7',
  METRICS_TOKEN: 'metrics-token',
  API_KEY: 'a-key-of-our-own',
};
