/** The eight official test scenarios, posted to a register as a POS would. */
import { describe, expect, it } from 'vitest';
import { amountText } from '../../receipt/money.ts';
import { newTestUnit } from '../../testing/software-signer.ts';
import { aesKeyFrom, setAesKey } from './aes-key.ts';
import { amounts, scenario, SCENARIO_KEY, SCENARIOS, UNITS } from './testing/official-scenarios.ts';
import { AUSTRIA, pay, pos, Till } from './testing/till.ts';

const GROUPS = { normal: 'A', reduced1: 'B', reduced2: 'C', zero: 'D', special: 'E' } as const;

describe.each(SCENARIOS)('official scenario %d', (n) => {
  it('gives the expected sums and counters, and a DEP without an error', { timeout: 60_000 }, async () => {
    const expected = scenario(n);
    const [first, ...steps] = expected;
    const till = await Till.open(first!.time);
    await setAesKey(till.vault, AUSTRIA, 'Graz/1', aesKeyFrom(SCENARIO_KEY)!);
    const units = Array.from({ length: UNITS }, (_, i) => newTestUnit(`unit ${i}`));
    till.signer.units = [units[first!.unit]!];
    expect(await till.act('start')).toEqual({ result: null });
    for (const step of steps) {
      till.clock.set(step.time);
      till.signer.units = [units[step.unit]!];
      till.signer.broken = step.outage;
      const cents = Object.entries(GROUPS).map(
        ([set, group]) => [group, step.sets[set as keyof typeof GROUPS]] as const,
      );
      const total = amountText(
        cents.reduce((sum, [, amount]) => sum + amount, 0),
        2,
      );
      const answer = await till.submit({
        PosA: cents.map(([group, amount]) => pos(amountText(amount, 2), group)),
        PayA: [pay(total)],
        ...(step.type === 'training' && { NFS: 'Training' }),
        ...(step.type === 'storno' && { Void: '1', RTN: 'of the scenario' }),
      });
      expect(answer.Result.RC).toBe('OK');
    }
    const receipts = await till.receipts();
    const posted = receipts.filter(({ own }) => own === null || own === 'start');
    const codes = (await till.records()).filter(({ Own }) => Own === undefined || Own === 'start');
    const sums = codes.flatMap(({ Fis }) =>
      Fis?.Code === undefined ? [] : [Fis.Code.split('_').slice(5, 10)],
    );
    expect(sums).toEqual(expected.map(amounts));
    posted.forEach(({ counter, signed }, i) => {
      const step = expected[i]!;
      expect(signed).toBe(!step.outage);
      if (counter !== null) expect(counter).toBe(step.counter);
    });
    const { errors, warnings, counter } = await till.verify();
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
    expect(counter).toBe(expected.at(-1)!.counter);
  });
});
