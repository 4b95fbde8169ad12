/** The eight official test scenarios: a register gives the expected receipts, and the verification finds nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import { CashRegister } from '../testing/cash-register.ts';
import { newRoot, newUnit, type Unit } from '../testing/certificates.ts';
import {
  amounts,
  FIRST_CHAIN_VALUE,
  REGISTER_ID,
  scenario,
  SCENARIO_KEY,
  SCENARIOS,
  UNITS,
  type Step,
  type StepType,
} from '../testing/official-scenarios.ts';
import { DepVerifier } from '../verify/verifier.ts';
import { nextChainValue, startChainValue } from './chain.ts';
import type { ReceiptKind } from './machine-code.ts';
import { parseQr, ocrText, qrText } from './printed.ts';
import { counterIv, readAesKey, type CounterBytes } from './turnover-counter.ts';
import { parseJws, parseOcr } from '../testing/read-code.ts';

const KINDS: Partial<Record<StepType, ReceiptKind>> = { storno: 'void', training: 'training' };
const FINAL = [1324168n, 1245862n, 1290613n, 1215680n, 1295788n, 1166078n, 1102864n, 1300692n];

/** Plays a scenario on a register of our own. */
function play(steps: Step[], bytes: CounterBytes, units: Unit[]) {
  const register = new CashRegister(REGISTER_ID, bytes);
  expect(readAesKey(SCENARIO_KEY)).toStrictEqual(register.key);
  for (const { number, time, unit, type, outage, sets } of steps) {
    register.issue({ number, time, unit: units[unit]!, kind: KINDS[type] ?? 'standard', outage, sets });
  }
  return register;
}

describe.each(SCENARIOS)('official scenario %d', (n) => {
  const steps = scenario(n);
  let units: Unit[];
  beforeAll(() => {
    const root = newRoot();
    units = Array.from({ length: UNITS }, (_, i) => newUnit(root, `2f9a0${i}`));
  });

  it.each([8, 5] as const)('gives the expected receipts with a counter of %d bytes', (bytes) => {
    const { issued, registerId, counter } = play(steps, bytes, units);
    expect(issued).toHaveLength(steps.length);
    expect(startChainValue(registerId)).toBe(FIRST_CHAIN_VALUE);
    issued.forEach((receipt, i) => {
      const wanted = steps[i]!;
      const fields = qrText(receipt).split('_');
      expect(fields.slice(2, 11)).toStrictEqual([
        registerId,
        wanted.number,
        wanted.time,
        ...amounts(wanted),
        bytes === 8 ? wanted.code8 : wanted.code5,
      ]);
      expect(counterIv(registerId, wanted.number).toString('hex')).toBe(wanted.iv);
      expect(receipt.counter).toBe(wanted.counter);
      const before = issued[i - 1];
      expect(fields[12]).toBe(before ? nextChainValue(before.jws) : FIRST_CHAIN_VALUE);
      const { payload, signature, code } = receipt;
      const parsed = { value: { payload, signature, code } };
      expect(parseJws(receipt.jws)).toStrictEqual(parsed);
      expect(parseQr(qrText(receipt))).toStrictEqual(parsed);
      expect(parseOcr(ocrText(receipt))).toStrictEqual(parsed);
    });
    expect(counter).toBe(FINAL[n - 1]);
  });

  it.each([8, 5] as const)('is verified without an error with a counter of %d bytes', (bytes) => {
    const { issued, key, counter } = play(steps, bytes, units);
    const verifier = new DepVerifier({ aesKey: key });
    const findings = issued.flatMap((receipt) => [
      ...verifier.beginGroup(receipt.certificate, receipt.authorities),
      ...verifier.receipt(receipt.jws),
    ]);
    findings.push(...verifier.end());
    expect(findings.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
    // The scenarios leave out a monthly receipt here and there.
    expect(findings.filter(({ text }) => !text.includes('monthly receipt'))).toStrictEqual([]);
    const outages = steps.filter(({ outage }) => outage).length;
    expect(verifier.summary()).toMatchObject({
      registerId: 'CASHBOX-DEMO-1',
      receipts: issued.length,
      signatures: issued.length - outages,
      outages,
      counter,
    });
  });
});
