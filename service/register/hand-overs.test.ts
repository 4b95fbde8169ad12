/** E-invoices beside an authority that gives receipts their numbers, and through commits that fail. */
import { beforeEach, expect, it, vi } from 'vitest';
import type * as countries from '../countries/list.ts';
import type { TraC } from '../receipt/tra.ts';
import { authority, ONLINE } from '../testing/online-country.ts';
import { openRoom, type Room } from '../testing/registers.ts';
import { tra } from '../testing/sales.ts';
import type { EInvoicing, HandedOver, InvoiceParcel } from './e-invoicing.ts';
import type { Register } from './register.ts';

vi.mock('../countries/list.ts', async (original) => {
  const { withOnlineCountry } = await import('../testing/online-country.ts');
  return withOnlineCountry(await original<typeof countries>());
});

beforeEach(() => authority.reset());

const NEVER = new AbortController().signal;
const Ctm = { Nam: 'Kunde', Adr: 'Ring 5', Zip: '80331', City: 'München' };

/** Makes and takes invoices as the test wants. */
class Channel implements EInvoicing {
  readonly parcels: InvoiceParcel[] = [];
  answer: HandedOver = { outcome: 'delivered' };
  made = 0;

  tryOut() {
    return Promise.resolve({ route: {}, system: 'X', form: 'ubl' });
  }

  make() {
    this.made++;
    return Promise.resolve({ xml: `<Invoice n="${this.made}"/>`, number: '1', form: 'ubl' });
  }

  handOver(parcel: InvoiceParcel) {
    this.parcels.push(parcel);
    return Promise.resolve(this.answer);
  }

  destination() {
    return 'x';
  }
}

async function open(): Promise<{ room: Room; def: Register; channel: Channel }> {
  const channel = new Channel();
  const room = await openRoom(undefined, undefined, { eInvoicing: channel });
  await room.registers.configure('def', ONLINE);
  return { room, def: (await room.registers.find('def'))!, channel };
}

const sell = (def: Register): Promise<TraC> =>
  def.submit({ tra: { ESR: { ...tra().ESR, DD: 'X', Ctm } }, warnings: [], restart: false });
const standing = async (room: Room) => (await room.journal.bySq('def', 2))?.Fis;

it('keeps what the authority gives while the invoice is handed over, and the other way round', async () => {
  const { room, def, channel } = await open();
  authority.held = [];
  const answer = sell(def);
  await vi.waitFor(() => expect(authority.held).toHaveLength(1));
  // The authority was asked for the receipt as it was before the invoice came to its end.
  await def.handOvers.run(NEVER);
  expect(await standing(room)).toMatchObject({ EInvoice: { State: 'delivered' } });
  expect(await standing(room)).not.toHaveProperty('Number');
  authority.held.forEach((go) => go());
  authority.held = null;
  await answer;
  await def.deliver(NEVER);
  expect(await standing(room)).toMatchObject({
    ...{ Code: 'code of 1', Number: 'JIR 1', EInvoice: { State: 'delivered' } },
  });
  channel.answer = { outcome: 'refused', text: 'no' };
  expect(def.undelivered + def.invoiceQueue.all.length).toBe(0);
});

it('hands the same invoice over again when its end could not be stored', async () => {
  const { room, def, channel } = await open();
  await sell(def);
  // The record with the invoice is stored, what came of it is not.
  room.store.failAt(2);
  await def.handOvers.run(NEVER);
  expect(await standing(room)).toMatchObject({ EInvoice: { State: 'queued' } });
  await def.handOvers.run(NEVER);
  expect(await standing(room)).toMatchObject({ Number: 'JIR 1', EInvoice: { State: 'delivered' } });
  expect(channel.made).toBe(1);
  expect(new Set(channel.parcels.map(({ id, xml }) => id + xml)).size).toBe(1);
  expect(channel.parcels).toHaveLength(2);
});

it('has neither receipt nor hand-over when the commit fails', async () => {
  const { room, def, channel } = await open();
  room.store.failNext();
  expect((await sell(def)).Result.RC).toBe('NO');
  await def.handOvers.run(NEVER);
  expect([channel.parcels.length, def.invoiceQueue.all.length]).toEqual([0, 0]);
});

it('hands nothing over while another instance may have the register, and then without a pause', async () => {
  const { room, def, channel } = await open();
  let isOwner = false;
  room.services.isOwner = () => isOwner;
  await sell(def);
  await def.handOvers.run(NEVER);
  expect([channel.parcels.length, def.invoiceQueue.all.length]).toEqual([0, 1]);
  isOwner = true;
  await def.handOvers.run(NEVER);
  expect([channel.parcels.length, def.invoiceQueue.all.length]).toEqual([1, 0]);
});
