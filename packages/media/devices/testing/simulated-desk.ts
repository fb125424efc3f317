import { type SimulatedDevice, SimulatedDevices, type SimulatedOptions } from './simulated-devices.ts';

const size = { width: 1280, height: 720 };

/** Two cameras and a headset; browsers may list a device without a name. */
export const deskDevices: readonly SimulatedDevice[] = [
  { kind: 'videoinput', deviceId: 'front', label: 'Front camera', size },
  { kind: 'videoinput', deviceId: 'desk', label: '', size },
  { kind: 'audioinput', deviceId: 'mic', label: 'Headset' },
];

/** A computer: its devices are plugged in and out. */
export class SimulatedDesk extends SimulatedDevices {
  constructor(devices: readonly SimulatedDevice[] = deskDevices, options: SimulatedOptions = {}) {
    super(devices, options);
  }

  plug(...devices: readonly SimulatedDevice[]): void {
    this.replaceDevices([...this.devices, ...devices]);
  }

  /** Returns the device, to be plugged in again. */
  unplug(deviceId: string): SimulatedDevice {
    const device = this.devices.find((one) => one.deviceId === deviceId);
    if (!device) throw new Error(`No device ${deviceId} is plugged in`);
    this.replaceDevices(this.devices.filter((one) => one !== device));
    return device;
  }
}
