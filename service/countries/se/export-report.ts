/** X and Z reports in the journal export. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { groupName, soldQuantities } from '../base/cash-register/report-tags.ts';
import type { ReportEntry } from '../base/cash-register/entry.ts';
import type { Program } from '../contract/services.ts';
import type { SwedishEntry } from './books.ts';
import { branch, known, kronor, leaf, leaves, plain, serialNumber, twoDecimals } from './export-names.ts';
import { meansOf, paymentsXml, taxesXml, type Owner } from './export-receipt.ts';
import { REPORT_WORDS } from './report-words.ts';

/** What a cash register is, and which program runs on it. */
export function machineXml({ Trm = {} }: Cfg, program: Program): string {
  return leaves({
    TillverkningsnummerForKassaregistret: serialNumber(Trm.Serial),
    ModellbeteckningForKassaregistret: known(Trm.HWModel),
    ModellEllerProgramForKassaregistret: known(Trm.SW ?? program.product),
    VersionsnummerForKassaregistret: known(Trm.SWVersion ?? program.version),
  });
}

/** An X or Z report. */
export function reportXml(
  { D }: JournalRecord,
  { register, parked = [0, 0] }: SwedishEntry,
  report: ReportEntry,
  owner: Owner,
  program: Program,
): string {
  const { kind, number, sums, grand } = report;
  const count = (name: string) => sums.pairs[name]![0];
  const amount = (name: string) => kronor(sums.pairs[name]![1]);
  const isZ = kind === 'Z';
  return branch(
    isZ ? 'ZDagrapport' : 'XDagrapport',
    owner.seller +
      plain('DatumOchKlockslagNarRapportFramstalls', D.slice(0, 19)) +
      (isZ ? plain('LopnummerForZDagrapport', number) : '') +
      leaf('Kassabeteckning', register) +
      (isZ ? machineXml(owner.cfg, program) : '') +
      plain('TotalForsaljningssumma', kronor(sums.sales)) +
      groupsXml(report) +
      taxesXml(ratesOf(report)) +
      leaves({
        VaxelkassansBeloppISvenskaKronor: kronor(sums.opening),
        ...quantities(report),
        AntalKassakvitton: count('receipts'),
        AntalKassaladoppningar: count('drawer'),
        AntalKvittokopior: count('copies'),
        TotaltBeloppPaKvittokopior: amount('copies'),
        AntalKvittonSomTagitsFramIOvningslage: count('training'),
        TotaltBeloppIOvningslage: amount('training'),
      }) +
      paymentsXml(meansSold(report)) +
      leaves({
        AntalReturer: count('returns'),
        ReturernasBelopp: amount('returns'),
        RabatternasBelopp: amount('discounts'),
        AntalOvrigaRegistreringarSomMinskatDagensForsaljningsbelopp: count('voids'),
        TotaltBeloppAvOvrigaRegistreringarSomMinskatDagensForsaljningsbelopp: amount('voids'),
        AntalOavslutadeForsaljningar: parked[0],
        // Versions before kept what parked returns come to with its sign.
        TotaltBeloppAvOavslutadeForsaljningar: kronor(Math.abs(parked[1])),
        GrandTotalForsaljning: kronor(BigInt(grand.sales)),
        GrandTotalRetur: kronor(BigInt(grand.returns)),
        GrandTotalNetto: kronor(BigInt(grand.sales) - BigInt(grand.returns)),
      }),
  );
}

/** What main groups came to, returns taken off; empty where nothing was sold. */
function groupsXml({ sums, names }: ReportEntry): string {
  const groups = new Map<string, number>();
  for (const [id, [, cents]] of Object.entries(sums.groups)) {
    const name = known(groupName(id, REPORT_WORDS.groups, names));
    groups.set(name, (groups.get(name) ?? 0) + cents);
  }
  let all = '';
  for (const [name, cents] of groups)
    all += branch(
      'TotalForsaljningssummaForOlikaHuvudgrupper',
      leaf('NamnPaHuvudgrupp', name) + plain('TotalForsaljningssummaForHuvudgrupp', kronor(cents)),
    );
  return branch('TotalaForsaljningssummorForOlikaHuvudgrupperLISTA', all);
}

function quantities({ sums }: ReportEntry): Record<string, string> {
  const sold = soldQuantities(sums);
  if (!sold) return {};
  const { goods, services } = sold;
  return { AntalSaldaVaror: twoDecimals(goods), AntalSaldaTjanster: twoDecimals(services) };
}

function ratesOf({ sums }: ReportEntry): Map<string, number> {
  const rates = new Map<string, number>();
  for (const [key, [, tax]] of Object.entries(sums.taxes)) {
    const rate = twoDecimals(key.slice(key.lastIndexOf(' ') + 1));
    rates.set(rate, (rates.get(rate) ?? 0) + tax);
  }
  return rates;
}

function meansSold({ sums }: ReportEntry): Map<string, number> {
  const payments = new Map<string, number>();
  for (const [code, [, sum]] of Object.entries(sums.payments))
    payments.set(meansOf(code), (payments.get(meansOf(code)) ?? 0) + sum);
  return payments;
}
