import { Notification } from 'electron';
import type { ServiceState } from './bridge.ts';
import type { Clock } from './service/clock.ts';
import { fill, type Texts } from './texts.ts';

/** A trouble that is over by then is nobody's business: a restart takes some seconds. */
export const OUT_OF_ORDER_AFTER = 15_000;
/** A printer that comes and goes is told of once in this time. */
export const PRINTER_AGAIN_AFTER = 10 * 60_000;

/** Problem of a register that no till has introduced a company to. */
const NOT_SET_UP = 'NO_CFG';

/** What notifications are made with. */
export interface NoticeParts {
  texts: Texts;
  clock: Clock;
  /** The user wants them. */
  isOn: () => boolean;
  /** Opens the window, at a page of the register or where it is. */
  show: (page: string | null) => void;
}

/** Notifications of the system: what happens to the register while nobody looks at it, each of it once. */
export class Notices {
  private readonly parts: NoticeParts;
  /** Those on the screen: one that is garbage collected does not hear its click. */
  private readonly shown = new Set<Notification>();
  private cancelPending: (() => void) | null = null;
  private isToldOutOfOrder = false;
  private hasPrinterTrouble = false;
  private printerToldAt = -Infinity;
  private toldVersion = '';

  constructor(parts: NoticeParts) {
    this.parts = parts;
  }

  /** Follows the state of the service. */
  follow(state: ServiceState): void {
    const order = orderOf(state);
    if (order === 'in') this.inOrder();
    else if (order === 'out') this.outOfOrder(state);
    else if (state.state === 'stopped') this.forget();
    this.followPrinter(state);
  }

  /** An update waits to be installed, or is there for who installs programs on this computer. */
  update(version: string, isReady: boolean): void {
    if (this.toldVersion === version) return;
    this.toldVersion = version;
    const { notices } = this.parts.texts;
    const title = fill(isReady ? notices.updateReady : notices.updateTold, { version });
    this.tell(title, isReady ? notices.updateReadyText : notices.updateToldText, null);
  }

  private inOrder(): void {
    const { texts } = this.parts;
    if (this.isToldOutOfOrder) this.tell(texts.notices.inOrder, texts.notices.inOrderText, null);
    this.forget();
  }

  private outOfOrder(state: ServiceState): void {
    if (this.isToldOutOfOrder || this.cancelPending) return;
    // Somebody is setting it up, and looks at it.
    if ('problems' in state && state.problems.includes(NOT_SET_UP)) return;
    const { clock, texts } = this.parts;
    this.cancelPending = clock.after(OUT_OF_ORDER_AFTER, () => {
      this.cancelPending = null;
      this.isToldOutOfOrder = true;
      this.tell(texts.notices.outOfOrder, texts.notices.outOfOrderText, '/#/');
    });
  }

  private followPrinter(state: ServiceState): void {
    // While it does not run it says nothing about its printer.
    if (state.state !== 'ready' && state.state !== 'notReady') return;
    const before = this.hasPrinterTrouble;
    this.hasPrinterTrouble = state.problems.some((code) => /^PRINT(ER)?_/.test(code));
    const now = this.parts.clock.now().getTime();
    if (before || !this.hasPrinterTrouble || now - this.printerToldAt < PRINTER_AGAIN_AFTER) return;
    this.printerToldAt = now;
    const { notices } = this.parts.texts;
    this.tell(notices.printer, notices.printerText, '/#/devices');
  }

  private forget(): void {
    this.cancelPending?.();
    this.cancelPending = null;
    this.isToldOutOfOrder = false;
  }

  private tell(title: string, body: string, page: string | null): void {
    if (!this.parts.isOn() || !Notification.isSupported()) return;
    const notice = new Notification({ title, body });
    this.shown.add(notice);
    const done = (): void => void this.shown.delete(notice);
    notice.on('click', () => {
      done();
      this.parts.show(page);
    });
    notice.on('close', done);
    notice.on('failed', done);
    notice.show();
  }
}

function orderOf(state: ServiceState): 'in' | 'out' | null {
  switch (state.state) {
    case 'ready':
      return 'in';
    case 'attached':
      if (state.ready === null) return null;
      return state.ready ? 'in' : 'out';
    case 'restarting':
      return state.wished ? null : 'out';
    case 'notReady':
    case 'failed':
      return 'out';
    default:
      return null;
  }
}
