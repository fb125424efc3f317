/** Chrome 145 and later, and the name before that. Other browsers know neither. */
const names = ['loopback-network', 'local-network-access'];

/** Whether the visitor has refused this page access to programs on the same computer. */
export async function isLoopbackDenied(): Promise<boolean> {
  const states = names.map(async (name) => {
    const status = await navigator.permissions.query({ name: name as PermissionName });
    return status.state === 'denied';
  });
  return (await Promise.allSettled(states)).some((one) => one.status === 'fulfilled' && one.value);
}
