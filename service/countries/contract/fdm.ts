/** The fiscal data modules of the installation, as countries use them. */
import type { NetworkFdm, SerialFdm } from '../../devices/fdm/contract.ts';

export type {
  FdmFailure,
  FdmMessage,
  FdmOutcome,
  FdmReference,
  FdmTrouble,
  FdmVat,
  HashResult,
  HashTicket,
  Mutation,
  NetworkFdm,
  SerialFdm,
  SignResult,
} from '../../devices/fdm/contract.ts';

/** The fiscal data modules that registers are connected to. Each is asked one thing after the other, whoever asks. */
export interface Fdms {
  /**
   * One on the network.
   * @param at address of its GraphQL endpoint
   * @param secret shared with it; null for none
   * @returns null where the address cannot be read
   */
  network(at: string, secret: string | null, timeoutMs: number): NetworkFdm | null;
  /**
   * One on a serial line.
   * @param at `COM3`, `/dev/ttyUSB0`, or `host:port` of a converter
   * @returns null where the address cannot be read
   */
  serial(at: string, timeoutMs: number): SerialFdm | null;
}
