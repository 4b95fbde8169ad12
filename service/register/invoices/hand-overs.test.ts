/** E-invoices beside an authority that gives receipts their numbers, and through commits that fail. */
import { beforeEach, expect, it, vi } from 'vitest';
import type * as countries from '../../countries/list.ts';
import type { TraC } from '../../receipt/tra.ts';
import { authority, ONLINE } from '../../testing/online-country.ts';
import { openRoom, type Room } from '../../testing/registers.ts';
import { tra } from '../../testing/sales.ts';
import type { EInvoicing, HandedOver, InvoiceParcel } from './e-invoicing.ts';
import type { Register } from '../register.ts';

vi.mock('../../countries/list.ts', async (original) => {
  const { withOnlineCountry } = await import('../../testing/online-country.ts');
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

  canSendTo(_route: unknown, address: string) {
    return address.includes('@');
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
  channel.answer = { outcome: 'refused', text: 'no', cause: { code: 'refused' } };
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

it('sends an invoice that was handed over to another address, under an id of its own', async () => {
  const { room, def, channel } = await open();
  await sell(def);
  expect(await def.handOvers.decide(2, { action: 'send', to: 'other@shop.example' })).toBe(false);
  await def.handOvers.run(NEVER);
  expect(await def.handOvers.decide(2, { action: 'send', to: 'nobody' })).toBe(false);
  expect(await def.handOvers.decide(1, { action: 'send', to: 'other@shop.example' })).toBe(false);
  const { news } = def.handOvers;
  const send = () => def.handOvers.decide(2, { action: 'send', to: 'other@shop.example' });
  expect((await Promise.all([send(), send()])).sort()).toEqual([false, true]);
  expect(def.handOvers.news).not.toBe(news);
  expect(await standing(room)).toMatchObject({ EInvoice: { State: 'queued', To: 'other@shop.example' } });
  channel.answer = {
    ...{
      outcome: 'refused',
      text: 'the mail server: no',
      cause: { code: 'refused', params: { said: 'no' } },
    },
  };
  await def.handOvers.run(NEVER);
  expect(await standing(room)).toMatchObject({
    ...{ Number: 'JIR 1', EInvoice: { State: 'rejected', Cause: 'refused', Said: 'no' } },
  });
  // A rejected one may go to yet another one, which says nothing of the refusal any more.
  channel.answer = { outcome: 'delivered' };
  expect(await def.handOvers.decide(2, { action: 'send', to: 'third@shop.example' })).toBe(true);
  await def.handOvers.run(NEVER);
  const { EInvoice } = (await standing(room))!;
  expect(EInvoice).toMatchObject({ State: 'delivered', To: 'third@shop.example' });
  expect(EInvoice).not.toHaveProperty('Cause');
  expect(channel.parcels.map(({ to }) => to)).toEqual([
    ...[undefined, 'other@shop.example', 'third@shop.example'],
  ]);
  expect(new Set(channel.parcels.map(({ id }) => id)).size).toBe(3);
  expect(new Set(channel.parcels.map(({ xml }) => xml)).size).toBe(1);
  expect(def.invoiceQueue.all).toEqual([]);
});
