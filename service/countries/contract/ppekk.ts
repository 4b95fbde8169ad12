/** Certified cash register programs of Slovakia, as countries use them. */
export type {
  OpenPpekk,
  Ppekk,
  PpekkDocument,
  PpekkFailure,
  PpekkItem,
  PpekkOutcome,
  PpekkRegistered,
} from '../../devices/ppekk/contract.ts';
