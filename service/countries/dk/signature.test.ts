/** Known answers of the Danish signature, with the key of the published examples. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Numbered } from '../base/cash-register/law.ts';
import { transactionOf } from '../base/cash-register/transaction.ts';
import { lacksOfficial, needOfficial, officialPath } from '../../testing/official.ts';
import { isSignature, signedText, signText } from './signature.ts';

const KEY = 'examples/dk/test-rsa2048.pem';

/** A sale of 125.00 with 25 % in the register REG-1. */
function numbered(nr: number, sign: 1 | -1, D: string): Numbered {
  const minus = sign < 0 ? '-' : '';
  const transaction = transactionOf({
    ...{ D, TL: 'REG', TT: '1', Opr: 'E1', T: `${minus}125.00`, PayA: [] },
    PosA: [{ _: 'Pos', Dsc: 'Kaffe', TaxG: 'A', Amt: `${minus}125.00` }],
    TaxA: [
      { _: 'Tax', TaxG: 'A', Prc: '25', Net: `${minus}100.00`, TAmt: `${minus}25.00`, Amt: `${minus}125.00` },
    ],
  });
  return { transaction, nr, sq: nr, register: 'REG-1' };
}

const FIRST = numbered(1, 1, '2024-01-24T23:59:59');
const SECOND = numbered(2, -1, '2024-01-25T00:00:05');

describe('the Danish signature', () => {
  it('is over eleven fields, amounts without sign', () => {
    expect(signedText(FIRST, '0', '12345678')).toBe(
      '0;1;1;11001;2024-01-24;23:59:59;E1;125.00;100.00;REG-1;12345678',
    );
    expect(signedText(SECOND, 'before', '12345678')).toBe(
      'before;2;2;11006;2024-01-25;00:00:05;E1;125.00;100.00;REG-1;12345678',
    );
  });

  it('is the known one', ({ skip }) => {
    needOfficial(skip, lacksOfficial(KEY));
    const key = createPrivateKey(fs.readFileSync(officialPath(KEY)));
    const first = signText(signedText(FIRST, '0', '12345678'), key);
    const second = signText(signedText(SECOND, first, '12345678'), key);
    expect(first).toMatch(/^iVHWdhe17y5s023FMdxt\/qrgz4n4ddi1.*GibFSiBbnQxUcgFw==$/);
    expect(second).toMatch(/^cJIvzBKCwZT5X6PIjfhO2pX9M42Zk7uT.*PqXArrRixfYv3YG\/A==$/);
    const text = signedText(FIRST, '0', '12345678');
    expect(isSignature(text, first, createPublicKey(key))).toBe(true);
    expect(isSignature(`${text} `, first, createPublicKey(key))).toBe(false);
  });
});
