/**
 * Fields of the base data (Cfg, doc 3) that are kept in addition to what the
 * company and the location say themselves: name, address and tax id are theirs.
 */
import { z } from 'zod';
import * as fields from '../entities/fields.ts';

/** Longest label of company and location (doc 3, Limits). */
const label = () => fields.optionalText(10);
const value = () => fields.optionalText(300);
/** 0 or 1. */
const flag = () => z.int().min(0).max(1).nullish();
const MAX_LIST = 200;

/** Contact and terms of payment on electronic invoices (Cfg.Doc). */
const doc = z.object({
  ContactName: value(),
  ContactTelephone: value(),
  ContactElectronicMail: fields.email(300).nullish(),
  PaymentTerms: fields.optionalText(2000),
  /** Days. */
  PaymentPeriod: z.int().min(0).max(9999).nullish(),
  AccountName: value(),
  AccountIBAN: value(),
  AccountBIC: value(),
});

/** Companies whose sales are arranged (Cfg.DE_Agentur, Germany). */
const agency = z.object({
  Id: fields.text(1, 50),
  Nam: value(),
  Adr: value(),
  Zip: value(),
  City: value(),
  Ctry: fields.country().nullish(),
  TaxId: value(),
});

/** Input devices (Cfg.Dev, Germany). */
const device = z.object({
  Id: fields.text(1, 50),
  HW: value(),
  HWModel: value(),
  SW: value(),
  SWVersion: value(),
  Serial: value(),
});

/** Of the company: Cfg.Cmp, Cfg.Doc and Cfg.DE_Agentur. */
export const companyData = z.object({
  label: label(),
  AdrNr: value(),
  TIN: value(),
  Org: z
    .string()
    .regex(/^\d{6}-\d{4}$/, 'org')
    .nullish(),
  VATonPayment: flag(),
  FR_NAF: value(),
  FR_SRN: value(),
  FR_RCS: value(),
  FR_TYPE: value(),
  FR_CAPITAL: value(),
  FR_METIER: value(),
  Doc: doc.nullish(),
  DE_Agentur: z.array(agency).max(MAX_LIST).nullish(),
});

/** Of a location: Cfg.Loc. */
export const locationData = z.object({
  label: label(),
  AdrNr: value(),
  State: value(),
  TaxId: value(),
  FR_SIR: value(),
  /** Reduced rates of Madeira and the Azores (Portugal, rule 7). */
  TaxGR: z.enum(['M', 'A']).nullish(),
});

/** Of a register: Cfg.Trm and Cfg.Dev. */
export const registerData = z.object({
  SW: value(),
  SWVersion: value(),
  HW: value(),
  HWModel: value(),
  Serial: value(),
  Dev: z.array(device).max(MAX_LIST).nullish(),
});

/** Body of a change: what is left out stays, what is there takes the place of what was. */
export const baseDataRequest = z.object({
  company: companyData.optional(),
  locations: z
    .array(z.object({ locationId: fields.entityId(), ...locationData.shape }))
    .max(1000)
    .optional(),
  registers: z
    .array(z.object({ registerId: fields.entityId(), ...registerData.shape }))
    .max(1000)
    .optional(),
});

/** See {@link companyData}. */
export type CompanyData = z.output<typeof companyData>;
/** See {@link locationData}. */
export type LocationData = z.output<typeof locationData>;
/** See {@link registerData}. */
export type RegisterData = z.output<typeof registerData>;
