import type { ServiceCommand, ServiceMessage } from '../../service/wire.ts';
import type { ServiceChild, ServiceEnd } from '../service/child.ts';

/** A service process under the test's control. */
export class ChildDouble implements ServiceChild {
  sent: ServiceCommand[] = [];
  kills = 0;
  forcedKills = 0;
  private tell: (message: unknown) => void = () => undefined;
  private tellEnd: (end: ServiceEnd) => void = () => undefined;

  send(command: ServiceCommand): void {
    this.sent.push(command);
  }
  kill(): void {
    this.kills += 1;
  }
  forceKill(): void {
    this.forcedKills += 1;
  }
  onMessage(callback: (message: unknown) => void): void {
    this.tell = callback;
  }
  onEnd(callback: (end: ServiceEnd) => void): void {
    this.tellEnd = callback;
  }

  /** The service says something. */
  says(message: ServiceMessage): void {
    this.tell(message);
  }
  /** The process ends. */
  ends(code: number, crashed = false): void {
    this.tellEnd({ code, crashed });
  }
}
