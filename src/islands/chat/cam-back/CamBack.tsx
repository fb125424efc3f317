export { CamBackButton } from './CamBackButton.tsx';
export { CamBackSign } from './CamBackSign.tsx';
