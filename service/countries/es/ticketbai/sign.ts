/** Signs invoices and cancellations with the policy of their province. */
import type { KeyObject, X509Certificate } from 'node:crypto';
import { signXades, type XadesSigned } from '../../base/xades.ts';
import { NAMESPACES, PREFIX } from './invoice-xml.ts';
import type { Province } from './provinces.ts';

/** Who signs, and when. */
export interface TbaiSigning {
  province: Province;
  /** RSA. */
  key: KeyObject;
  certificate: X509Certificate;
  /** With offset. */
  time: string;
  /** An id of its own for each document, of letters, digits and hyphens. */
  id: string;
}

/** Signs an invoice. @param content see `invoiceContent` */
export function signInvoice(content: string, signing: TbaiSigning): XadesSigned {
  return signed('TicketBai', NAMESPACES.issue, content, signing);
}

/** Signs a cancellation. @param content see `cancellationContent` */
export function signCancellation(content: string, signing: TbaiSigning): XadesSigned {
  return signed('AnulaTicketBai', NAMESPACES.cancel, content, signing);
}

function signed(
  name: string,
  namespace: string,
  content: string,
  { province, id, ...who }: TbaiSigning,
): XadesSigned {
  const root = { name, prefix: PREFIX, namespace, content };
  return signXades(root, { ...who, policy: province.policy, id: `TBAI-${id}` });
}
