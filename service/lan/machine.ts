/** What a machine of the shop tells the others about itself. */
import { isIPv4 } from 'node:net';
import { isTree, type Tree, type TreeValue } from '../receipt/tree.ts';
import type { LanRegister } from '../wire.ts';

/** A register of a machine. */
export type MachineRegister = Pick<LanRegister, 'RN' | 'TaxId' | 'TL' | 'TT' | 'Ctry'>;

/** A machine with a register service. */
export interface Machine {
  /** Host name. */
  name: string;
  scheme: 'http' | 'https';
  /** Port of its web server; its datagrams come from the same one. */
  port: number;
  /** Its IPv4 addresses: what comes from elsewhere was not sent by it. Versions before told none. */
  addresses: readonly string[];
  /** Version of its program. */
  version: string;
  registers: readonly MachineRegister[];
}

/** Registers that fit into a datagram whatever their names are: 4 bytes a letter, 5 values of {@link LONGEST}. */
const MOST_BYTES = 50_000;
const LONGEST = 200;
/** More than a machine has networks. */
const MOST_ADDRESSES = 100;

/** What a machine sends of itself: with very many registers, not all of them. */
export function told(machine: Machine): Machine {
  const registers: MachineRegister[] = [];
  let bytes = 0;
  for (const register of machine.registers) {
    bytes += Buffer.byteLength(JSON.stringify(register)) + 1;
    if (bytes > MOST_BYTES) break;
    registers.push(register);
  }
  return { ...machine, addresses: machine.addresses.slice(0, MOST_ADDRESSES), registers };
}

/** True when a message that came from there was sent by the machine itself, not repeated by somebody else. */
export function isFrom(machine: Machine, peer: { address: string; port: number }): boolean {
  return machine.port === peer.port && machine.addresses.includes(peer.address);
}

/** Reads what a machine told; null when it makes no sense. */
export function readMachine({
  name,
  scheme,
  port,
  addresses = [],
  version,
  registers,
}: Tree): Machine | null {
  const isMachine =
    isText(name) &&
    (scheme === 'http' || scheme === 'https') &&
    typeof port === 'number' &&
    Number.isInteger(port) &&
    port > 0 &&
    port < 65_536 &&
    isText(version) &&
    areAddresses(addresses) &&
    Array.isArray(registers);
  if (!isMachine) return null;
  const read = registers.map(readRegister);
  return read.every((register) => register !== null)
    ? { name, scheme, port, addresses, version, registers: read }
    : null;
}

function readRegister(value: TreeValue): MachineRegister | null {
  if (!isTree(value)) return null;
  const { RN, TaxId, TL, TT, Ctry } = value;
  const isRegister = isText(RN) && isText(TaxId) && isText(TL) && isText(TT) && isText(Ctry);
  return isRegister ? { RN, TaxId, TL, TT, Ctry } : null;
}

function areAddresses(value: TreeValue): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= MOST_ADDRESSES &&
    value.every((one) => typeof one === 'string' && isIPv4(one))
  );
}

/** A text that can be shown, in XML too. */
function isText(value: TreeValue | undefined): value is string {
  return typeof value === 'string' && value.length <= LONGEST && /^[^\p{C}]*$/u.test(value);
}
