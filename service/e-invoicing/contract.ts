/**
 * What a way to hand invoices over is: one file in `channels/` for each. A channel knows
 * nothing of receipts, registers and retries. It may be given the same parcel again at
 * any time, also when its answer was lost, and sees to it that one is in effect.
 */
import type { ProfileAttributes } from '../countries/contract/services.ts';
import type { HandedOver, Trouble } from '../register/invoices/e-invoicing.ts';
import type { Endpoint } from './model.ts';

/** An invoice that is to be handed over. */
export interface Parcel {
  /** UUID: the same for the same invoice, another one for each other. */
  id: string;
  /** Number of the invoice, for people. */
  number: string;
  kind: '380' | '381';
  /** BT-24. */
  customization: string;
  syntax: 'UBL' | 'CII';
  from: Endpoint;
  to: Endpoint;
  seller: string;
  /** Country of the sender, ISO 3166. */
  country: string;
  /** Language of the register, for texts that people read. */
  language: string;
  /** A name that is safe on every system. */
  fileName: string;
  mediaType: string;
  bytes: Buffer;
  /** To the test system: no live address may be reached. */
  test: boolean;
}

/** A way to hand invoices over. */
export interface Channel {
  /** Why nothing can be handed over as the channel is set up, with the name of the setting; null when it can. */
  problem(test: boolean): Trouble | null;
  /**
   * Whether it works as it is set up: goes as far as can be gone without handing anything over.
   * Never rejects, and ends soon after the signal.
   * @returns why it does not; null when it does
   */
  test(test: boolean, signal: AbortSignal): Promise<Trouble | null>;
  /** Hands over; never rejects, and ends soon after the signal. */
  send(parcel: Parcel, signal: AbortSignal): Promise<HandedOver>;
  /** Asks what became of a parcel that was taken before; null when the channel knows none such. Never rejects. */
  state?(parcel: Parcel, signal: AbortSignal): Promise<HandedOver | null>;
}

/** What channels are set up with. */
export interface ChannelSettings {
  /** Attributes of the profile in force. */
  attributes(): ProfileAttributes;
  /** Secret for an address; null where there is none, or it was entered for another address. */
  secret(name: SecretName, address: string): string | null;
}

/** Secrets of channels. */
export const SECRETS = ['access-point', 'access-point-test', 'mail'] as const;

/** Name of a secret. */
export type SecretName = (typeof SECRETS)[number];
