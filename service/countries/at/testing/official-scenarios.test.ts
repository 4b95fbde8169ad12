/** Our figures of the official scenarios are those of the publication. */
import { expect, it } from 'vitest';
import { lacksOfficial, needOfficial, officialBytes } from '../../../testing/official.ts';
import {
  amounts,
  FIRST_CHAIN_VALUE,
  REGISTER_ID,
  scenario,
  SCENARIO_KEY,
  SCENARIOS,
  UNITS,
} from './official-scenarios.ts';

const FOLDER = 'examples/at/rksv-scenarios';

interface Published {
  numberOfSignatureDevices: number;
  cashBoxInstructionList: {
    receiptIdentifier: string;
    usedSignatureDevice: number;
    simplifiedReceipt: Record<
      `taxSet${'Normal' | 'Ermaessigt1' | 'Ermaessigt2' | 'Null' | 'Besonders'}`,
      number
    >;
  }[];
}

interface Expectation {
  cashBoxId: string;
  base64AesKey: string;
  firstChainValue: string;
  receipts: object[];
}

it.for(SCENARIOS)('scenario %d has the published figures', (n, { skip }) => {
  needOfficial(skip, lacksOfficial(FOLDER));
  const published = JSON.parse(
    String(officialBytes(`${FOLDER}/TESTSUITE_TEST_SZENARIO_${n}.json`)),
  ) as Published;
  const expected = JSON.parse(String(officialBytes(`${FOLDER}/expected-scenario-${n}.json`))) as Expectation;
  expect(published.numberOfSignatureDevices).toBe(UNITS);
  expect(expected).toMatchObject({
    cashBoxId: REGISTER_ID,
    base64AesKey: SCENARIO_KEY,
    firstChainValue: FIRST_CHAIN_VALUE,
  });
  const ours = scenario(n);
  expect(
    ours.map((step) => ({
      receiptIdentifier: step.number,
      date: step.time,
      type: `${step.type.toUpperCase()}_BELEG`,
      signatureDeviceDamaged: step.outage,
      amounts: amounts(step),
      turnoverCounterCents: Number(step.counter),
      ivHex: step.iv,
      field10_8: step.code8,
      field10_5: step.code5,
    })),
  ).toStrictEqual(expected.receipts);
  const instructions = published.cashBoxInstructionList;
  expect(ours.map(({ number, unit }) => [number, unit])).toStrictEqual(
    instructions.map(({ receiptIdentifier, usedSignatureDevice }) => [
      receiptIdentifier,
      usedSignatureDevice,
    ]),
  );
  const euros = (cents: number) => cents / 100 || 0;
  expect(
    ours.map(({ sets }) => ({
      taxSetNormal: euros(sets.normal),
      taxSetErmaessigt1: euros(sets.reduced1),
      taxSetErmaessigt2: euros(sets.reduced2),
      taxSetNull: euros(sets.zero),
      taxSetBesonders: euros(sets.special),
    })),
  ).toStrictEqual(instructions.map(({ simplifiedReceipt }) => simplifiedReceipt));
});
