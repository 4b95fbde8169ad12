/** Batches that the archive cannot take: 409, with what the register needs to go on. */
import { Problem } from '../problem.ts';

/** Records between the archive and the batch are missing. */
export class RecordsMissingProblem extends Problem {
  readonly nextSq: number;

  constructor(nextSq: number, firstSq: number) {
    super(409, `the archive waits for the records from SQ ${nextSq} on, before those from ${firstSq} on`);
    this.nextSq = nextSq;
  }

  override toJSON() {
    return { ...super.toJSON(), nextSq: this.nextSq };
  }
}

/** The archive holds another record with the same number: one of both is not what was registered first. */
export class OtherRecordProblem extends Problem {
  readonly sq: number;
  readonly nextSq: number;

  constructor(sq: number, nextSq: number) {
    super(409, `the archive has another record with SQ ${sq}: what was handed in once is never replaced`);
    this.sq = sq;
    this.nextSq = nextSq;
  }

  override toJSON() {
    return { ...super.toJSON(), sq: this.sq, nextSq: this.nextSq };
  }
}

/** The signature of a batch is not the register's. */
export class WrongSignatureProblem extends Problem {
  constructor() {
    super(403, 'the signature (Tillmark-Signature) does not fit the batch and the key of the register');
  }
}
