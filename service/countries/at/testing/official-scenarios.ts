/**
 * The figures of the eight test scenarios that the tax authority publishes with its
 * specimen code for the RKSV, and what must come of them. They are kept here so
 * that every clone tests the law; `official-scenarios.test.ts` holds them
 * against the publication.
 */
import fs from 'node:fs';
import type { TaxSets } from '../rksv/machine-code.ts';

/** Numbers of the scenarios. */
export const SCENARIOS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
/** Register that all of them play on. */
export const REGISTER_ID = 'CASHBOX-DEMO-1';
/** Its AES key, base64. */
export const SCENARIO_KEY = 'WQRtiiya3hYh/Uz44Bv3x8ETl1nrH6nCdErn69g5/lU=';
/** Chain value of its first receipt, base64. */
export const FIRST_CHAIN_VALUE = 'cg8hNU5ihto=';
/** Signature units that it changes between. */
export const UNITS = 3;

/** What a step is: `TYPE_BELEG` of the publication, in small letters. */
export type StepType = 'start' | 'null' | 'standard' | 'storno' | 'training';

/** A receipt to issue, and what must come of it. */
export interface Step {
  /** Receipt number. */
  number: string;
  /** Local time, ISO 8601. */
  time: string;
  type: StepType;
  /** Which signature unit, from 0. */
  unit: number;
  /** The signature unit is out of order. */
  outage: boolean;
  /** Sums of the tax groups, cents. */
  sets: TaxSets;
  /** The turnover counter after it, cents. */
  counter: bigint;
  /** Initialisation vector of the encryption, hexadecimal. */
  iv: string;
  /** Field 10 of the machine-readable code with a counter of eight and of five bytes. */
  code8: string;
  code5: string;
}

/** The steps of a scenario, in order. */
export function scenario(n: number): Step[] {
  const text = fs.readFileSync(new URL('official-scenarios.csv', import.meta.url), 'utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  return lines
    .map((line) => line.split(';'))
    .flatMap(([of, ...row]) => (Number(of) === n ? [step(row)] : []));
}

function step(row: string[]): Step {
  const cents = row.slice(5, 10).map(Number) as [number, number, number, number, number];
  const [normal, reduced1, reduced2, zero, special] = cents;
  const [number, time, type, unit, outage] = row as [string, string, StepType, string, string];
  const [counter, iv, code8, code5] = row.slice(10) as [string, string, string, string];
  return {
    number: `${REGISTER_ID}-Receipt-ID-${number}`,
    time,
    type,
    unit: Number(unit),
    outage: outage === '1',
    sets: { normal, reduced1, reduced2, zero, special },
    counter: BigInt(counter),
    iv,
    code8,
    code5,
  };
}

/** Cents as the machine-readable code writes them: `-4,37`. */
function amountText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** Sums of a step in the order of the code. */
export function amounts({ sets }: Step): string[] {
  return [sets.normal, sets.reduced1, sets.reduced2, sets.zero, sets.special].map(amountText);
}
