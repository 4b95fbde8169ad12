/** The serial of the recording system: client id of the TSE, KASSE_SERIENNR of exports, printed on receipts. */
import { createHash } from 'node:crypto';
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';

/** What all makers of TSEs take. */
const CLIENT = /^[A-Za-z0-9'()+,\-.:=?](?:[A-Za-z0-9 '()+,\-.:=?]{0,28}[A-Za-z0-9'()+,\-.:=?])?$/;
const DIGITS = 12;

/** Whether a serial can be the name of a client. */
export function isClient(serial: string): boolean {
  return CLIENT.test(serial);
}

/** The serial that the configuration names (`Cfg.Trm.Serial`), else one made of company and terminal. */
export function clientOf(cfg: Cfg): string {
  const told = cfg.Trm?.Serial;
  if (typeof told === 'string' && isClient(told)) return told;
  const { TL, TT } = configuredTerminal(cfg);
  const name = JSON.stringify([cfg.Cmp.TaxId, TL, TT]);
  const hash = createHash('sha256').update(name).digest('hex');
  return `TILLMARK-${hash.slice(0, DIGITS).toUpperCase()}`;
}
