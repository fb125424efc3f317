import { brandIdentity } from '#contract/brand.ts';
import { prices } from '#contract/wallet/prices.ts';
import type { Brand } from './types.ts';

export const vonk: Brand = {
  ...brandIdentity,
  slogan: {
    nl: 'Live, persoonlijk, op jouw moment',
    en: 'Live, personal, whenever you like',
    de: 'Live, persönlich, wann du willst',
  },
  affiliateCode: '61',
  welcomeCredits: prices.welcome,
  company: {
    name: 'Vonk Media B.V.',
    street: 'Voorbeeldkade 61',
    city: '1011 AA Amsterdam',
    country: 'NL',
    registration: '00000061',
    vat: 'NL000000061B01',
    email: 'support@vonk.example',
  },
  links: {
    company: 'https://company.vonk.example',
    affiliate: 'https://affiliates.vonk.example',
    performerSignUp: 'https://performers.vonk.example/sign-up',
  },
  tracking: { tagManagerId: null, fingerprint: true },
  leaveUrl: 'https://duckduckgo.com/',
  tipTypes: [
    { name: 'wink', amount: 100 },
    { name: 'kiss', amount: 150 },
    { name: 'drink', amount: 300 },
    { name: 'heart', amount: 600 },
    { name: 'gift', amount: 1500 },
  ],
  features: {
    messenger: true,
    safe: false,
    studio: true,
    christmasMode: false,
    desk: true,
    categories: true,
    accountDeletion: true,
    camBack: true,
    passkeys: true,
    phone: true,
    toys: true,
    vip: true,
  },
  wallet: 'drawer',
  season: 'calendar',
};
