/** Kinds of TSE by the names that settings have for them. */
import type { TseModel } from './contract.ts';
import { EPSON } from './epson/tse.ts';
import { FISKALY } from './fiskaly/tse.ts';
import { SOFTWARE_TSE } from './software/tse.ts';
import { SWISSBIT_CLOUD } from './swissbit-cloud/tse.ts';
import { SWISSBIT_STICK } from './swissbit-stick/tse.ts';
import { LENT } from './till/tse.ts';

/** All kinds that there is a driver for. */
export const TSE_MODELS: readonly TseModel[] = [
  EPSON,
  FISKALY,
  SWISSBIT_STICK,
  SWISSBIT_CLOUD,
  LENT,
  SOFTWARE_TSE,
];

/** The kind of a name; null for one that there is none of. */
export function tseModel(name: string): TseModel | null {
  return TSE_MODELS.find((model) => model.name === name) ?? null;
}
