/** How often the AEAT wants to hear of a company (Orden HAC/1177/2024, art. 16): each answer says when the next message may come. */
import type { CountryContext } from '../../contract/services.ts';

/** Until an answer says otherwise, seconds. */
const FIRST_WAIT_S = 60;
/** A clock that was set back must not keep records for ever, ms: no answer asks for more than 9999 seconds. */
const LONGEST_MS = 10_000_000;

/** When the next message of a company may be sent. */
class Flow {
  private next = 0;

  mayTell(now: number): boolean {
    return now >= this.next || this.next - now > LONGEST_MS;
  }

  /** @param seconds TiempoEsperaEnvio; 0 where it says nothing */
  answered(now: number, seconds: number): void {
    this.next = now + (seconds > 0 ? seconds : FIRST_WAIT_S) * 1000;
  }
}

/** That of the company of a register, kept until the service stops. */
export function flowOf({ memory, cfg }: Pick<CountryContext, 'memory' | 'cfg'>): Flow {
  const name = `ES/flow ${cfg.Cmp.TaxId} ${cfg.Loc?.TL ?? '1'} ${cfg.Trm?.TT ?? '1'}`;
  const known = memory.get(name);
  if (known instanceof Flow) return known;
  const flow = new Flow();
  memory.set(name, flow);
  return flow;
}
