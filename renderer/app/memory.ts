/** What this device remembered under a name, or null. */
export function recall(name: string): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    // Storage is forbidden here: a comfort less, no reason to fail.
    return null;
  }
}

/** Remember a choice on this device, where that is possible. */
export function remember(name: string, value: string): void {
  try {
    window.localStorage.setItem(name, value);
  } catch {
    // As above.
  }
}
