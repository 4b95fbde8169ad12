/** The eight official test scenarios, posted to a register as a POS would. */
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { amountText, minor } from '../../receipt/money.ts';
import { newTestUnit } from '../../testing/software-signer.ts';
import { aesKeyFrom, setAesKey } from './aes-key.ts';
import { AUSTRIA, pay, pos, Till } from './testing/till.ts';

const FOLDER = new URL('../../../../shared/examples/at/rksv-scenarios/', import.meta.url);
const missing = !fs.existsSync(FOLDER);
if (missing) console.warn(`skipped: the official scenarios are not in ${FOLDER.pathname}`);

const SETS = { Normal: 'A', Ermaessigt1: 'B', Ermaessigt2: 'C', Null: 'D', Besonders: 'E' } as const;

interface Scenario {
  base64AesKey: string;
  numberOfSignatureDevices: number;
  cashBoxInstructionList: {
    signatureDeviceDamaged: boolean;
    dateToUse: string;
    usedSignatureDevice: number;
    simplifiedReceipt: Record<`taxSet${keyof typeof SETS}`, number>;
    typeOfReceipt: string;
  }[];
}

interface Expectation {
  receipts: { amounts: string[]; turnoverCounterCents: number; signatureDeviceDamaged: boolean }[];
}

const read = <T>(name: string) => JSON.parse(fs.readFileSync(new URL(name, FOLDER), 'utf8')) as T;

describe.skipIf(missing).each([1, 2, 3, 4, 5, 6, 7, 8])('official scenario %d', (n) => {
  it('gives the expected sums and counters, and a DEP without an error', { timeout: 60_000 }, async () => {
    const scenario = read<Scenario>(`TESTSUITE_TEST_SZENARIO_${n}.json`);
    const expected = read<Expectation>(`expected-scenario-${n}.json`).receipts;
    const [first, ...steps] = scenario.cashBoxInstructionList;
    const till = await Till.open(first!.dateToUse);
    await setAesKey(till.vault, AUSTRIA, 'Graz/1', aesKeyFrom(scenario.base64AesKey)!);
    const units = Array.from({ length: scenario.numberOfSignatureDevices }, (_, i) =>
      newTestUnit(`unit ${i}`),
    );
    till.signer.units = [units[first!.usedSignatureDevice]!];
    expect(await till.act('start')).toEqual({ result: null });
    for (const step of steps) {
      till.clock.set(step.dateToUse);
      till.signer.units = [units[step.usedSignatureDevice]!];
      till.signer.broken = step.signatureDeviceDamaged;
      const cents = Object.entries(SETS).map(([name, group]) => {
        const amount = step.simplifiedReceipt[`taxSet${name as keyof typeof SETS}`];
        return [group, minor(String(amount), 2)] as const;
      });
      const total = amountText(
        cents.reduce((sum, [, amount]) => sum + amount, 0),
        2,
      );
      const answer = await till.submit({
        PosA: cents.map(([group, amount]) => pos(amountText(amount, 2), group)),
        PayA: [pay(total)],
        ...(step.typeOfReceipt === 'TRAINING_BELEG' && { NFS: 'Training' }),
        ...(step.typeOfReceipt === 'STORNO_BELEG' && { Void: '1', RTN: 'of the scenario' }),
      });
      expect(answer.Result.RC).toBe('OK');
    }
    const receipts = await till.receipts();
    const posted = receipts.filter(({ own }) => own === null || own === 'start');
    const codes = (await till.records()).filter(({ Own }) => Own === undefined || Own === 'start');
    const sums = codes.flatMap(({ Fis }) =>
      Fis?.Code === undefined ? [] : [Fis.Code.split('_').slice(5, 10)],
    );
    expect(sums).toEqual(expected.map(({ amounts }) => amounts));
    posted.forEach(({ counter, signed }, i) => {
      const { turnoverCounterCents, signatureDeviceDamaged } = expected[i]!;
      expect(signed).toBe(!signatureDeviceDamaged);
      if (counter !== null) expect(counter).toBe(BigInt(turnoverCounterCents));
    });
    const { errors, warnings, counter } = await till.verify();
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
    expect(counter).toBe(BigInt(expected.at(-1)!.turnoverCounterCents));
  });
});
