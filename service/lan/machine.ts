/** What a machine of the shop tells the others about itself. */
import { isTree, type Tree, type TreeValue } from '../receipt/tree.ts';
import type { LanRegister } from '../wire.ts';

/** A register of a machine. */
export type MachineRegister = Pick<LanRegister, 'RN' | 'TaxId' | 'TL' | 'TT' | 'Ctry'>;

/** A machine with a register service. */
export interface Machine {
  /** Host name. */
  name: string;
  scheme: 'http' | 'https';
  /** Port of its web server. */
  port: number;
  /** Version of its program. */
  version: string;
  registers: readonly MachineRegister[];
}

/** Registers that fit into a datagram whatever their names are: 4 bytes a letter, 5 values of {@link LONGEST}. */
const MOST_BYTES = 50_000;
const LONGEST = 200;

/** What a machine sends of itself: with very many registers, not all of them. */
export function told(machine: Machine): Machine {
  const registers: MachineRegister[] = [];
  let bytes = 0;
  for (const register of machine.registers) {
    bytes += Buffer.byteLength(JSON.stringify(register)) + 1;
    if (bytes > MOST_BYTES) break;
    registers.push(register);
  }
  return { ...machine, registers };
}

/** Reads what a machine told; null when it makes no sense. */
export function readMachine({ name, scheme, port, version, registers }: Tree): Machine | null {
  const isMachine =
    isText(name) &&
    (scheme === 'http' || scheme === 'https') &&
    typeof port === 'number' &&
    Number.isInteger(port) &&
    port > 0 &&
    port < 65_536 &&
    isText(version) &&
    Array.isArray(registers);
  if (!isMachine) return null;
  const read = registers.map(readRegister);
  return read.every((register) => register !== null)
    ? { name, scheme, port, version, registers: read }
    : null;
}

function readRegister(value: TreeValue): MachineRegister | null {
  if (!isTree(value)) return null;
  const { RN, TaxId, TL, TT, Ctry } = value;
  const isRegister = isText(RN) && isText(TaxId) && isText(TL) && isText(TT) && isText(Ctry);
  return isRegister ? { RN, TaxId, TL, TT, Ctry } : null;
}

/** A text that can be shown, in XML too. */
function isText(value: TreeValue | undefined): value is string {
  return typeof value === 'string' && value.length <= LONGEST && /^[^\p{C}]*$/u.test(value);
}
