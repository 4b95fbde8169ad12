/** Messages to the authority: a sale, in version 3 or 4 (attributes in the order of the schema). */
import { amountText } from '../../receipt/money.ts';
import { signedBodyEnvelope } from '../base/ws-security.ts';
import { escapeXml } from '../base/xml-writer.ts';
import type { CompanyCertificate } from '../base/online/company-certificate.ts';
import { protocolOf } from './eet.ts';
import { bkpOf } from './pkp.ts';
import type { CzReceipt } from './receipt-data.ts';

/** What every message begins with. */
export interface Header {
  /** UUID version 4; another one for each try. */
  id: string;
  /** When it is sent, with offset. */
  time: string;
  /** It was not sent before. */
  first: boolean;
  /** Only asks whether it would be taken. */
  check?: boolean;
}

type Values = Readonly<Record<string, string | null>>;

/** The element Trzba, not signed yet. */
export function saleMessage({ id, time, first, check = false }: Header, receipt: CzReceipt): string {
  const { version, pkp } = receipt;
  const header = element('Hlavicka', {
    ...{ uuid_zpravy: id, dat_odesl: time, prvni_zaslani: String(first), overeni: check ? 'true' : null },
  });
  const codes =
    `<eet:KontrolniKody><eet:pkp cipher="RSA2048" digest="SHA256" encoding="base64">${pkp}</eet:pkp>` +
    `<eet:bkp digest="SHA1" encoding="base16">${bkpOf(pkp)}</eet:bkp></eet:KontrolniKody>`;
  const content =
    version === 3 ? `${element('Data', dataOf3(receipt))}${codes}` : element('Data', dataOf4(receipt));
  return `<eet:Trzba xmlns:eet="${protocolOf(version).schema}">${header}${content}</eet:Trzba>`;
}

/** The envelope with a message, signed. */
export function signedSale(header: Header, receipt: CzReceipt, certificate: CompanyCertificate): string {
  return signedBodyEnvelope(saleMessage(header, receipt), certificate);
}

function dataOf4(receipt: CzReceipt): Values {
  return {
    ...{ eic_popl: receipt.taxNumber, eic_poverujiciho: receipt.principal },
    ...{ povereni_vice_popl: receipt.several ? 'true' : null, id_jednotky: receipt.unit },
    ...sale(receipt),
    ...vouchers(receipt),
  };
}

function dataOf3(receipt: CzReceipt): Values {
  const { taxes, used } = receipt;
  const rates = [1, 2, 3].flatMap((column) => {
    const { net, tax } = taxes.get(column) ?? { net: null, tax: null };
    return [
      [`zakl_dan${column}`, amount(net)],
      [`dan${column}`, amount(tax)],
    ];
  });
  return {
    ...{ dic_popl: receipt.taxNumber, dic_poverujiciho: receipt.principal, id_provoz: receipt.unit },
    ...sale(receipt),
    zakl_nepodl_dph: amount(taxes.get(0)?.net ?? null),
    ...(Object.fromEntries(rates) as Values),
    cest_sluz: amount(receipt.travel),
    ...Object.fromEntries(
      [1, 2, 3].map((column) => [`pouzit_zboz${column}`, amount(used.get(column) ?? null)]),
    ),
    ...vouchers(receipt),
    rezim: receipt.simplified ? '1' : '0',
  };
}

function sale({ till, number, time, total }: CzReceipt): Values {
  return { id_pokl: till, porad_cis: number, dat_trzby: time, celk_trzba: amount(total) };
}

function vouchers({ vouchersSold, vouchersTaken }: CzReceipt): Values {
  return { urceno_cerp_zuct: amount(vouchersSold), cerp_zuct: amount(vouchersTaken) };
}

function amount(hellers: number | null): string | null {
  return hellers === null ? null : amountText(hellers, 2);
}

function element(name: string, values: Values): string {
  const written = Object.entries(values).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${escapeXml(value)}"`],
  );
  return `<eet:${name}${written.join('')}/>`;
}
