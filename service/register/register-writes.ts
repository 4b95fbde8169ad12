/** What a register journals besides transactions: each in a turn of its own. */
import type { StateChange, Work } from '../countries/contract/work.ts';
import type { Json } from '../receipt/json.ts';
import type { Fis, JournalRecord, TraC } from '../receipt/tra.ts';
import type { RegisterParts } from './register-parts.ts';
import { answered } from './turns.ts';

/** A record with its type and what it says; its head comes when its turn has come. */
export type RecordToWrite = Partial<JournalRecord> & { _: string };

/** State changes that belong to a record; null when there is nothing left to do. */
export type ChangesToWrite = Record<string, Json> | null;

/** See above. */
export class RegisterWrites {
  private readonly parts: Pick<
    RegisterParts,
    'rn' | 'services' | 'ledger' | 'writer' | 'pipeline' | 'inTurn'
  >;

  constructor(parts: RegisterWrites['parts']) {
    this.parts = parts;
  }

  /** Journals a change of state without a receipt, unless there is nothing left to do when its turn comes. */
  change(stateChange: StateChange): Promise<TraC> {
    const { inTurn, writer } = this.parts;
    return inTurn(({ country }) => Promise.resolve(writer.writeChange(stateChange, country)));
  }

  /**
   * Does what a country does by itself.
   * @returns false when it could not be stored; a receipt that was refused hears why, and counts as done
   */
  async perform(work: Work): Promise<boolean> {
    const { inTurn, pipeline, writer } = this.parts;
    if ('ask' in work) {
      const asked = inTurn(({ country }) => writer.writeAsked(work, country));
      return (await asked).Result.RC === 'OK';
    }
    if (!('own' in work)) return (await this.change(work)).Result.RC === 'OK';
    const { Result } = await inTurn((stepContext) => pipeline.takeOwn(work, stepContext));
    return Result.ErrorCode !== '#JOURNAL_FAILED';
  }

  /**
   * Writes a record that is no transaction.
   * @returns false when it could not be stored
   */
  async record({ _: type, ...values }: RecordToWrite, changes: () => ChangesToWrite): Promise<boolean> {
    const { inTurn, writer } = this.parts;
    const { Result } = await inTurn(({ country, now }) => {
      const made = changes();
      if (made === null) return Promise.resolve(answered({ Result: { RC: 'OK' } }));
      const record = { ...writer.nextRecord(type, now), ...values };
      return Promise.resolve(writer.write({ record, sums: null, changes: made }, country.language));
    });
    return Result.RC === 'OK';
  }

  /**
   * Writes a record with what it says when its turn has come.
   * @param of the receipt whose fiscal data, as they stand then, it is made with; null for none
   * @returns false when it could not be stored
   */
  async about(
    of: number | null,
    make: (sq: number, standing: Fis) => { record: RecordToWrite; changes: ChangesToWrite },
  ): Promise<boolean> {
    const { inTurn, ledger, rn, services, writer } = this.parts;
    const { Result } = await inTurn(async ({ country, now }) => {
      if (of !== null) await ledger.settled();
      const standing = of === null ? {} : ((await services.journal.bySq(rn, of))?.Fis ?? {});
      ledger.catchUp();
      const { record, changes } = make(ledger.nextSq, standing);
      if (changes === null) return answered({ Result: { RC: 'OK' } });
      const { _: type, ...values } = record;
      const head = writer.nextRecord(type, now);
      return writer.write({ record: { ...head, ...values }, sums: null, changes }, country.language);
    });
    return Result.RC === 'OK';
  }
}
