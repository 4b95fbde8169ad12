/** The eight official test scenarios: a register gives the expected receipts, and the verification finds nothing. */
import fs from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { minor } from '../../../receipt/money.ts';
import { CashRegister } from '../testing/cash-register.ts';
import { newRoot, newUnit, type Unit } from '../testing/certificates.ts';
import { DepVerifier } from '../verify/verifier.ts';
import { nextChainValue, startChainValue } from './chain.ts';
import { parseJws } from './jws.ts';
import type { ReceiptKind } from './machine-code.ts';
import { parseOcr, parseQr, ocrText, qrText } from './printed.ts';
import { counterIv, readAesKey, type CounterBytes } from './turnover-counter.ts';

const FOLDER = new URL('../../../../../shared/examples/at/rksv-scenarios/', import.meta.url);
const missing = !fs.existsSync(FOLDER);

interface Scenario {
  cashBoxId: string;
  base64AesKey: string;
  numberOfSignatureDevices: number;
  cashBoxInstructionList: {
    signatureDeviceDamaged: boolean;
    receiptIdentifier: string;
    dateToUse: string;
    usedSignatureDevice: number;
    simplifiedReceipt: Record<
      `taxSet${'Normal' | 'Ermaessigt1' | 'Ermaessigt2' | 'Null' | 'Besonders'}`,
      number
    >;
    typeOfReceipt: 'START_BELEG' | 'NULL_BELEG' | 'STANDARD_BELEG' | 'STORNO_BELEG' | 'TRAINING_BELEG';
  }[];
}

interface Expectation {
  firstChainValue: string;
  receipts: {
    receiptIdentifier: string;
    date: string;
    amounts: string[];
    turnoverCounterCents: number;
    ivHex: string;
    field10_8: string;
    field10_5: string;
  }[];
}

const KINDS: Record<string, ReceiptKind> = { STORNO_BELEG: 'void', TRAINING_BELEG: 'training' };
const FINAL = [1324168n, 1245862n, 1290613n, 1215680n, 1295788n, 1166078n, 1102864n, 1300692n];

function read<T>(name: string): T {
  return JSON.parse(fs.readFileSync(new URL(name, FOLDER), 'utf8')) as T;
}

/** Plays a scenario on a register of our own. */
function play(
  { cashBoxId, base64AesKey, cashBoxInstructionList }: Scenario,
  bytes: CounterBytes,
  units: Unit[],
) {
  const register = new CashRegister(cashBoxId, bytes);
  expect(readAesKey(base64AesKey)).toStrictEqual(register.key);
  for (const step of cashBoxInstructionList) {
    const cents = (name: keyof typeof step.simplifiedReceipt) =>
      minor(String(step.simplifiedReceipt[name]), 2);
    register.issue({
      number: step.receiptIdentifier,
      time: step.dateToUse,
      unit: units[step.usedSignatureDevice]!,
      kind: KINDS[step.typeOfReceipt] ?? 'standard',
      outage: step.signatureDeviceDamaged,
      sets: {
        normal: cents('taxSetNormal'),
        reduced1: cents('taxSetErmaessigt1'),
        reduced2: cents('taxSetErmaessigt2'),
        zero: cents('taxSetNull'),
        special: cents('taxSetBesonders'),
      },
    });
  }
  return register;
}

if (missing) console.warn(`skipped: the official scenarios are not in ${FOLDER.pathname}`);

describe.skipIf(missing).each([1, 2, 3, 4, 5, 6, 7, 8])('official scenario %d', (n) => {
  let scenario: Scenario;
  let expected: Expectation;
  let units: Unit[];
  beforeAll(() => {
    scenario = read(`TESTSUITE_TEST_SZENARIO_${n}.json`);
    expected = read(`expected-scenario-${n}.json`);
    const root = newRoot();
    units = Array.from({ length: scenario.numberOfSignatureDevices }, (_, i) => newUnit(root, `2f9a0${i}`));
  });

  it.each([8, 5] as const)('gives the expected receipts with a counter of %d bytes', (bytes) => {
    const { issued, registerId, counter } = play(scenario, bytes, units);
    expect(issued).toHaveLength(expected.receipts.length);
    expect(startChainValue(registerId)).toBe(expected.firstChainValue);
    issued.forEach((receipt, i) => {
      const wanted = expected.receipts[i]!;
      const fields = qrText(receipt).split('_');
      expect(fields.slice(2, 11)).toStrictEqual([
        registerId,
        wanted.receiptIdentifier,
        wanted.date,
        ...wanted.amounts,
        bytes === 8 ? wanted.field10_8 : wanted.field10_5,
      ]);
      expect(counterIv(registerId, wanted.receiptIdentifier).toString('hex')).toBe(wanted.ivHex);
      expect(receipt.counter).toBe(BigInt(wanted.turnoverCounterCents));
      const before = issued[i - 1];
      expect(fields[12]).toBe(before ? nextChainValue(before.jws) : expected.firstChainValue);
      const { payload, signature, code } = receipt;
      const parsed = { value: { payload, signature, code } };
      expect(parseJws(receipt.jws)).toStrictEqual(parsed);
      expect(parseQr(qrText(receipt))).toStrictEqual(parsed);
      expect(parseOcr(ocrText(receipt))).toStrictEqual(parsed);
    });
    expect(counter).toBe(FINAL[n - 1]);
  });

  it.each([8, 5] as const)('is verified without an error with a counter of %d bytes', (bytes) => {
    const { issued, key, counter } = play(scenario, bytes, units);
    const verifier = new DepVerifier({ aesKey: key });
    const findings = issued.flatMap((receipt) => [
      ...verifier.beginGroup(receipt.certificate, receipt.authorities),
      ...verifier.receipt(receipt.jws),
    ]);
    findings.push(...verifier.end());
    expect(findings.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
    // The scenarios leave out a monthly receipt here and there.
    expect(findings.filter(({ text }) => !text.includes('monthly receipt'))).toStrictEqual([]);
    const outages = scenario.cashBoxInstructionList.filter((step) => step.signatureDeviceDamaged).length;
    expect(verifier.summary()).toMatchObject({
      registerId: 'CASHBOX-DEMO-1',
      receipts: issued.length,
      signatures: issued.length - outages,
      outages,
      counter,
    });
  });
});
