/** A small cash register that signs receipts with the code of `rksv/`, for DEPs in tests. */
import { sign } from 'node:crypto';
import { nextChainValue, startChainValue } from '../rksv/chain.ts';
import type { DepReceipt } from '../rksv/dep.ts';
import { derToRaw } from './der.ts';
import { compactJws, signingInput, type SignedCode } from '../rksv/jws.ts';
import {
  buildPayload,
  NO_TURNOVER,
  TRAINING_MARK,
  turnoverOf,
  VOID_MARK,
  type MachineCode,
  type ReceiptKind,
  type TaxSets,
} from '../rksv/machine-code.ts';
import { encryptCounter, readAesKey, type CounterBytes } from '../rksv/turnover-counter.ts';
import type { Unit } from './certificates.ts';

/** Key of the official scenarios. */
export const AES_KEY = readAesKey('WQRtiiya3hYh/Uz44Bv3x8ETl1nrH6nCdErn69g5/lU=')!;

/** A receipt to issue. */
export interface Order {
  number: string;
  time: string;
  unit: Unit;
  /** Zero receipt without them. */
  sets?: Partial<TaxSets>;
  kind?: ReceiptKind;
  /** The signature unit is out of order. */
  outage?: boolean;
}

/** A receipt as issued. */
export interface Issued extends DepReceipt, SignedCode {
  /** Counter after the receipt, cents. */
  counter: bigint;
}

/** Keeps counter and chain. */
export class CashRegister {
  readonly registerId: string;
  readonly bytes: CounterBytes;
  readonly key = AES_KEY;
  readonly issued: Issued[] = [];
  counter = 0n;

  constructor(registerId: string, bytes: CounterBytes = 8) {
    this.registerId = registerId;
    this.bytes = bytes;
  }

  issue({ number, time, unit, sets, kind = 'standard', outage = false }: Order): Issued {
    const last = this.issued.at(-1);
    const code: MachineCode = {
      provider: unit.provider,
      registerId: this.registerId,
      receiptNumber: number,
      time,
      sets: { ...NO_TURNOVER, ...sets },
      counter: kind === 'void' ? VOID_MARK : TRAINING_MARK,
      certificate: unit.id,
      previous: last ? nextChainValue(last.jws) : startChainValue(this.registerId),
    };
    if (kind !== 'training') this.counter += turnoverOf({ ...code, counter: VOID_MARK });
    if (kind === 'standard') {
      code.counter = encryptCounter(this.counter, this.bytes, { ...this, receiptNumber: number });
    }
    const payload = buildPayload(code);
    const signature = outage ? null : signWith(unit, payload);
    const issued: Issued = {
      code,
      payload,
      signature,
      jws: compactJws({ payload, signature }),
      certificate: unit.certificate,
      authorities: unit.authorities,
      counter: this.counter,
    };
    this.issued.push(issued);
    return issued;
  }
}

/** Signs as a smart card does that answers in DER. */
function signWith(unit: Unit, payload: string): Buffer {
  const der = sign('sha256', Buffer.from(signingInput(payload), 'ascii'), unit.privateKey);
  const raw = derToRaw(der);
  if (!raw) throw new Error(`no DER signature: ${der.toString('hex')}`);
  return raw;
}
