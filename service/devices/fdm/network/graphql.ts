/**
 * Requests to an FDM of GKS 2.0 as GraphQL. The official schema is not public; names of
 * inputs follow those that vendors show (`SaleInput`, `WorkInOutInput`).
 */
import type { Mutation, SignRequest } from '../contract.ts';

/** Name of the input of each mutation, and whether its result has what receipts print. */
export const INPUTS: Readonly<Record<Mutation, { input: string; isPrinted?: true }>> = {
  signOrder: { input: 'OrderInput' },
  signCostCenterChange: { input: 'CostCenterChangeInput' },
  signPreBill: { input: 'PreBillInput', isPrinted: true },
  signSale: { input: 'SaleInput', isPrinted: true },
  signPaymentCorrection: { input: 'PaymentCorrectionInput' },
  signMoneyInOut: { input: 'MoneyInOutInput' },
  signDrawerOpen: { input: 'DrawerOpenInput' },
  signInvoice: { input: 'InvoiceInput', isPrinted: true },
  signWorkIn: { input: 'WorkInOutInput' },
  signWorkOut: { input: 'WorkInOutInput' },
  signReportTurnoverX: { input: 'ReportTurnoverXInput' },
  signReportTurnoverZ: { input: 'ReportTurnoverZInput' },
  signReportUserX: { input: 'ReportUserXInput' },
  signReportUserZ: { input: 'ReportUserZInput' },
  signCopy: { input: 'CopyInput' },
};

const MESSAGE = '{ message extensions { category code showPos data { name value } } }';
const RESULT =
  'posId posFiscalTicketNo posDateTime terminalId deviceId eventOperation ' +
  'fdmRef { fdmId fdmDateTime eventLabel eventCounter totalCounter } fdmSwVersion digitalSignature';
const PRINTED =
  'shortSignature verificationUrl vatCalc { label rate taxableAmount vatAmount totalAmount outOfScope }';
const REST = `bufferCapacityUsed warnings ${MESSAGE} informations ${MESSAGE} footer`;

/** Body of a request to sign something. */
export function signBody({ mutation, data, isTraining }: Omit<SignRequest, 'secrets'>): string {
  const { input, isPrinted } = INPUTS[mutation];
  const operationName = `S${mutation.slice(1)}`;
  const fields = [RESULT, ...(isPrinted ? [PRINTED] : []), REST].join(' ');
  const query =
    `mutation ${operationName}($data: ${input}!, $isTraining: Boolean!) ` +
    `{ signResult: ${mutation}(data: $data, isTraining: $isTraining) { ${fields} } }`;
  const names = `"query":${JSON.stringify(query)},"operationName":${JSON.stringify(operationName)}`;
  return `{${names},"variables":{"data":${data},"isTraining":${String(isTraining)}}}`;
}

/** Body of the question who it is. */
export const DEVICE_BODY = JSON.stringify({ query: '{ device { id } }' });
