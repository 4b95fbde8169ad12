/** Addresses in texts for people: what signs in somewhere is nobody's business. */

/** Up to the last `@` before the path, as browsers read it. */
const LOGIN = /:\/\/[^\s/?#]*@/g;

/** Stands for user and password of an address. */
const MASKED = '://***@';

/** The text with `***` in the place of user and password in addresses: `https://***@host/`. */
export function withoutLogins(text: string): string {
  return text.includes('@') ? text.replace(LOGIN, MASKED) : text;
}

/** True for what {@link withoutLogins} has made of an address with user and password. */
export function hasMaskedLogin(text: string): boolean {
  return text.includes(MASKED);
}
