/** How a register shows an FDM of GKS 2.0 that it knows their shared secret. */
import { createHash } from 'node:crypto';

/**
 * @param date of the request as its header has it, RFC 1123 in GMT
 * @returns value of the header `Authorization`
 */
export function authorizationOf(date: string, secret: string, body: string): string {
  const digest = createHash('sha1').update(`POST${date}${secret}${body}`, 'utf8').digest('base64');
  return `FDM ${digest}`;
}
