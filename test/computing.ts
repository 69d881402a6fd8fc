/**
 * How long this process has computed (ms), for limits of time: on a machine that does other things too the clock goes
 * on meanwhile, this does not.
 */
export function computingTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
