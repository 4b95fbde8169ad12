/** Which terminals of the installation sign under which client id: two with the same one end each other's transactions (DE18). */
import { configuredTerminal } from '../../receipt/cfg.ts';
import type { CountryContext } from '../contract/services.ts';
import { clientOf } from './client.ts';

/** Entry of the memory: client ids by terminal. */
const KEY = 'DE/Clients';

type Context = Pick<CountryContext, 'cfg' | 'memory'>;

function clientsOf(memory: Context['memory']): Map<string, string> {
  const known = memory.get(KEY);
  if (known instanceof Map) return known as Map<string, string>;
  const none = new Map<string, string>();
  memory.set(KEY, none);
  return none;
}

function terminalOf({ cfg }: Context): string {
  const { TL, TT } = configuredTerminal(cfg);
  return `${cfg.Cmp.TaxId} ${TL}/${TT}`;
}

/** Notes the client id of a register, in place of the one that it had. */
export function noteClient(context: Context): void {
  clientsOf(context.memory).set(terminalOf(context), clientOf(context.cfg));
}

/** Another terminal of the installation with the same client id, for people: company and terminal; null for none. */
export function sameClient(context: Context): string | null {
  const [own, client] = [terminalOf(context), clientOf(context.cfg)];
  const other = [...clientsOf(context.memory)].find(([name, its]) => its === client && name !== own);
  return other?.[0] ?? null;
}
