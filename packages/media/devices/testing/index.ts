// For tests of pages that use devices: a computer and phones, without a browser or in one.
export { deskDevices, SimulatedDesk } from './simulated-desk.ts';
export {
  type SimulatedDevice,
  type SimulatedDevices,
  type SimulatedOptions,
  SimulatedStream,
} from './simulated-devices.ts';
export { SimulatedPhone } from './simulated-phone.ts';
