import type { ColorPair, Look } from '../../content/brand/types.ts';

const pair = ({ light, dark }: ColorPair): string => `light-dark(oklch(${light}),oklch(${dark}))`;

function declarations(colors: Readonly<Record<string, ColorPair | undefined>>): string {
  return Object.entries(colors)
    .flatMap(([role, value]) => (value ? [`--brand-${role}:${pair(value)}`] : []))
    .join(';');
}

/** The brand's tokens and its placeholder picture of performers as custom properties; seasons override some colours. */
export function brandCss(look: Look): string {
  const base = `:root{${declarations(look.colors)};--brand-radius:${look.radius}rem;--brand-profile-image:url('${look.images.profile.src}')}`;
  const seasonal = Object.entries(look.seasonal).map(
    ([season, colors]) => `:root[data-season='${season}']{${declarations(colors)}}`,
  );
  return [base, ...seasonal].join('\n');
}
