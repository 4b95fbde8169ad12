/** Austria for the suite of all countries: a register with one signature unit. */
import { setImmediate } from 'node:timers/promises';
import type { SignerAnswer, SignerIdentity } from '../../contract/signer.ts';
import { SoftwareSigner } from '../../../testing/software-signer.ts';
import type { CountryExample } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { parseQr } from '../rksv/printed.ts';
import { AUSTRIA } from './till.ts';

/** Takes its time, as a card does; signs the same text in the same way, so that two shops with one past can be compared. */
class SameSigner extends SoftwareSigner {
  private readonly answers = new Map<string, SignerAnswer>();

  override async sign(inputFor: (identity: SignerIdentity) => string): Promise<SignerAnswer> {
    await setImmediate();
    const answer = await super.sign(inputFor);
    if (!('input' in answer)) return answer;
    const known = this.answers.get(answer.input);
    if (known) return known;
    this.answers.set(answer.input, answer);
    return answer;
  }
}

export const austria: CountryExample = {
  name: 'Austria',
  cfg: { ...AUSTRIA, Loc: { TL: 'Graz' }, Trm: { TT: '1' } },
  now: '2026-05-12T12:00:00',
  manners: ['is-down'],
  equipment(clock) {
    const signer = new SameSigner(clock);
    return { services: { signer }, behave: (manner) => void (signer.broken = manner !== 'works') };
  },
  receipts: plainReceipts({ groups: ['A', 'B'] }),
  numberOf({ Fis }) {
    const parsed = Fis?.Code === undefined ? null : parseQr(Fis.Code);
    return parsed && 'value' in parsed ? parsed.value.code.receiptNumber : undefined;
  },
  // Records that the law does not look at have the numbers in between.
  placeOf: () => null,
  forge: ({ Fis }) => (Fis!.Code = Fis!.Code!.replace('_0,00_', '_0,01_')),
};
