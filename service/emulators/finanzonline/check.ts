/**
 * The receipt check: a tree of partial checks as FinanzOnline answers it. Names
 * of checks that are known from answers of the service are used; sentences are
 * the emulator's own. Not known: whether a start receipt that has put its
 * register into operation would pass again; here it does not.
 */
import { isSignedBy, readReceipt, typeOf, type Receipt } from './receipt.ts';
import type { Registry, Scope, StoredRegister, StoredUnit } from './registry.ts';

/** A check and those inside it. */
export interface Check {
  id: string;
  name: string;
  state: 'PASS' | 'FAIL' | 'NOT_EXECUTED';
  /** Empty without details. */
  message: string;
  inner: Check[];
}

/** Checks a code, and puts a register into operation whose start receipt it is. */
export function checkReceipt(registry: Registry, scope: Scope, code: string, now: number): Check {
  const read = readReceipt(code);
  if ('wrong' in read) {
    return failed('Der maschinenlesbare Code ist fehlerhaft aufgebaut.', [
      fail('RECEIPT_FULL', 'Prüfung des Codes im Einzelnen', '', [
        fail(`FORMAT_${read.wrong}`, 'Formatprüfung', 'Ein Feld des Codes hat ein falsches Format.'),
      ]),
    ]);
  }
  const register = registry.register(scope, read.register);
  if (!register || register.state === 'AUSSER_BETRIEB') {
    return failed('Der Beleg kann nicht geprüft werden.', [
      fail('EXISTS_CASHBOX', 'Registrierung der Kasse', 'Keine registrierte Kasse hat diese Kassen-ID.'),
    ]);
  }
  const unit = registry.unit(scope, read.serial);
  if (unit?.provider !== read.provider || unit.state === 'AUSSER_BETRIEB') {
    return failed('Der Beleg kann nicht geprüft werden.', [
      fail('MATCH_COMPANY', 'Zuordnung zum Unternehmen', 'Die Signatureinheit gehört nicht zum Unternehmen.'),
    ]);
  }
  const content = checkContent(read, register, unit);
  if (content) {
    return failed('Der maschinenlesbare Code ist fehlerhaft.', [
      fail('RECEIPT_FULL', 'Prüfung des Codes im Einzelnen', '', [content]),
    ]);
  }
  const isStart = typeOf(read, register.key) === 'START';
  const state = checkState(isStart, register, unit);
  if (state) {
    const name = 'Status von Kasse und Signatureinheit';
    return failed('Der Beleg passt nicht zum Status.', [fail('STATE_CONSOLIDATED', name, '', [state])]);
  }
  if (!isStart) return passed('Der Beleg ist in Ordnung.');
  register.state = 'IN_BETRIEB';
  register.since = now;
  return passed('Der Startbeleg ist in Ordnung, die Kasse ist in Betrieb.');
}

function checkContent(receipt: Receipt, register: StoredRegister, unit: StoredUnit): Check | null {
  if (receipt.signature && unit.publicKey && !isSignedBy(receipt, unit.publicKey)) {
    return fail('CRYPTO_SIGNATURE', 'Kryptographie: Signatur', 'Die Signatur passt nicht zum Zertifikat.');
  }
  if (typeOf(receipt, register.key) !== null) return null;
  return fail('TYPE_OF_RECEIPT', 'Feststellen des Belegtyps', 'Der Beleg passt zu keinem Belegtyp.', [
    fail('TYPE_OF_RECEIPT_START', 'Belegtyp: Startbeleg', ''),
    fail('TYPE_OF_RECEIPT_STANDARD', 'Belegtyp: Standardbeleg', ''),
    fail('TYPE_OF_RECEIPT_NULL', 'Belegtyp: Nullbeleg', ''),
  ]);
}

function checkState(isStart: boolean, register: StoredRegister, unit: StoredUnit): Check | null {
  const ofRegister = (message: string) => fail('STATE_CASHBOX', 'Status der Kasse', message);
  if (unit.state === 'AUSFALL') {
    return fail('STATE_SIGDEVICE', 'Status der Signatureinheit', 'Die Signatureinheit ist ausgefallen.');
  }
  if (register.state === 'AUSFALL') return ofRegister('Die Kasse ist als ausgefallen gemeldet.');
  if (isStart && register.state === 'IN_BETRIEB') return ofRegister('Die Kasse ist schon in Betrieb.');
  if (!isStart && register.state === 'REGISTRIERT') {
    return ofRegister('Der Startbeleg der Kasse wurde noch nicht geprüft.');
  }
  return null;
}

function passed(message: string): Check {
  return { ...root(message, []), state: 'PASS' };
}

function failed(message: string, inner: Check[]): Check {
  return root(message, inner);
}

function root(message: string, inner: Check[]): Check {
  return fail('VERIFICATION_FROM_CASHBOX', 'Prüfergebnis - Kasse', message, inner);
}

function fail(id: string, name: string, message: string, inner: Check[] = []): Check {
  return { id, name, state: 'FAIL', message, inner };
}
