const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** Whether a version is a released one and newer than another: nothing leads back, and tests stay tests. */
export function isNewer(version: string, current: string): boolean {
  const [a, b] = [VERSION.exec(version), VERSION.exec(current)];
  if (!a || !b) return false;
  for (let part = 1; part <= 3; part += 1) {
    const difference = Number(a[part]) - Number(b[part]);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
