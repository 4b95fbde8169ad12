import { type Reply, request } from './request.ts';

/** A key that was imported. */
export interface ImportedKey {
  serial: string;
  version: number;
}

/** A partner's program that was imported. */
export interface Partner {
  /** What the profile names it by. */
  reference: string;
  product: string;
  producer: string;
  /** Certificate number of the tax authority. */
  certificate: string;
  keyVersion: number;
  serial: string;
  /** It is the program in use. */
  active: boolean;
}

/** The partners' programs, and which of them is wanted. */
export interface Partners {
  partners: Partner[];
  /** Reference that the profile names, null when it names none. */
  wanted: string | null;
  /** Reference whose package is missing, null when none is. */
  missing: string | null;
  /** Another program than the one in use is wanted: it is taken at the next start. */
  restartNeeded: boolean;
}

/** Import a private key; it becomes the next version at once. */
export function importKey(pem: string): Promise<Reply<ImportedKey>> {
  return request('./control/keys', { method: 'POST', body: pem, type: 'application/x-pem-file' });
}

/** Ask for the partners' programs. */
export function askPartners(): Promise<Reply<Partners>> {
  return request('./control/partners');
}

/** Import the package of a partner. */
export function importPartner(json: string): Promise<Reply<Partner>> {
  return request('./control/partners', { method: 'POST', body: json, type: 'application/json' });
}
