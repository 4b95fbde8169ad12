/** Whether this may be an AES key as FinanzOnline writes it: 32 bytes in base64. */
export function isAesKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text.trim());
}
