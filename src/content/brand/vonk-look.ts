import type { Look } from './types.ts';

export const vonkLook: Look = {
  colors: {
    page: { light: '0.985 0.004 60', dark: '0.165 0.012 330' },
    surface: { light: '1 0 0', dark: '0.205 0.014 330' },
    sunken: { light: '0.955 0.007 55', dark: '0.245 0.016 330' },
    line: { light: '0.9 0.01 55', dark: '0.31 0.018 330' },
    'line-strong': { light: '0.62 0.02 45', dark: '0.56 0.02 330' },
    ink: { light: '0.22 0.022 330', dark: '0.965 0.006 60' },
    'ink-soft': { light: '0.49 0.022 345', dark: '0.76 0.014 50' },
    accent: { light: '0.57 0.2 29', dark: '0.7 0.175 36' },
    'accent-strong': { light: '0.5 0.185 28', dark: '0.77 0.145 42' },
    'accent-soft': { light: '0.955 0.025 40', dark: '0.29 0.055 28' },
    'on-accent': { light: '1 0 0', dark: '0.17 0.03 30' },
    'accent-ink': { light: '0.52 0.19 29', dark: '0.78 0.13 42' },
    positive: { light: '0.5 0.12 155', dark: '0.78 0.15 155' },
    free: { light: '0.5 0.1 240', dark: '0.78 0.11 235' },
    vip: { light: '0.48 0.17 305', dark: '0.78 0.13 305' },
    danger: { light: '0.5 0.19 22', dark: '0.75 0.15 20' },
  },
  images: {
    headers: {
      default: { src: '/brand/header.svg', width: 960, height: 144 },
      valentine: { src: '/brand/header-valentine.svg', width: 960, height: 144 },
    },
    profile: { src: '/brand/profile.svg', width: 800, height: 600 },
  },
  mark: 'M16 4c1.3 8 4 10.7 12 12-8 1.3-10.7 4-12 12-1.3-8-4-10.7-12-12 8-1.3 10.7-4 12-12Z',
  // The arms of the k are sparks; each other letter is one stroke.
  logo: {
    viewBox: '0 0 104 32',
    lines: [
      'M3.5 11.5 10.5 26.5 17.5 11.5',
      'M25 19a7.5 7.5 0 1 1 15 0a7.5 7.5 0 1 1-15 0Z',
      'M49.5 26.5V19a7 7 0 0 1 14 0v7.5',
      'M74.5 4v22.5M75 20.5 82.5 14.5M79 17.5 86.5 26.5',
    ],
    mark: 'M91.5 .5c.9 5.8 3 7.9 8.8 8.8-5.8.9-7.9 3-8.8 8.8-.9-5.8-3-7.9-8.8-8.8 5.8-.9 7.9-3 8.8-8.8Z',
    seasonal: {
      christmas: 'M91.5 1l4.6 6.2h-2.3l4.7 6h-5.5v3.8h-3v-3.8h-5.5l4.7-6h-2.3Z',
      easter: 'M91.5 1.5c3.5 0 6.3 5.2 6.3 9.2a6.3 6.3 0 0 1-12.6 0c0-4 2.8-9.2 6.3-9.2Z',
      'kings-day': 'M83 4.5l4.3 3.7L91.5 2l4.2 6.2 4.3-3.7-1.7 11.5H84.7Z',
      valentine:
        'M91.5 16.5c-9.6-6.3-8.4-14.6-3.3-14.6 1.9 0 3.3 1.9 3.3 1.9s1.4-1.9 3.3-1.9c5.1 0 6.3 8.3-3.3 14.6Z',
    },
  },
  iconColor: '#c9341e',
  radius: 0.75,
  seasonal: {
    christmas: {
      accent: { light: '0.5 0.13 155', dark: '0.74 0.15 155' },
      'accent-strong': { light: '0.43 0.11 155', dark: '0.8 0.14 155' },
      'accent-soft': { light: '0.955 0.025 155', dark: '0.29 0.05 155' },
      'accent-ink': { light: '0.46 0.12 155', dark: '0.8 0.14 155' },
    },
    // Yellow must be light, so its text is dark in both schemes.
    easter: {
      accent: { light: '0.85 0.155 92', dark: '0.84 0.15 95' },
      'accent-strong': { light: '0.8 0.155 90', dark: '0.88 0.14 95' },
      'accent-soft': { light: '0.965 0.04 95', dark: '0.3 0.05 95' },
      'on-accent': { light: '0.24 0.03 80', dark: '0.17 0.03 30' },
      'accent-ink': { light: '0.49 0.1 90', dark: '0.86 0.14 95' },
    },
    'kings-day': {
      accent: { light: '0.58 0.15 48', dark: '0.76 0.17 55' },
      'accent-strong': { light: '0.51 0.14 46', dark: '0.82 0.15 60' },
      'accent-soft': { light: '0.96 0.035 65', dark: '0.3 0.06 52' },
      'accent-ink': { light: '0.52 0.14 47', dark: '0.82 0.14 60' },
    },
    valentine: {
      accent: { light: '0.56 0.21 8', dark: '0.71 0.18 8' },
      'accent-strong': { light: '0.49 0.19 8', dark: '0.78 0.14 8' },
      'accent-soft': { light: '0.955 0.025 5', dark: '0.29 0.06 5' },
      'accent-ink': { light: '0.51 0.2 8', dark: '0.79 0.13 8' },
    },
  },
};
