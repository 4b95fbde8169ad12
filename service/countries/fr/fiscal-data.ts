/** What a record carries of what was signed with it. */
import type { Json } from '../../receipt/json.ts';
import type { Fis, Tag } from '../../receipt/tra.ts';
import type { Fiscalised } from '../contract/fiscalise.ts';
import type { Signing } from './entries.ts';
import { FORMAT } from './signed-text.ts';

/** What a record gets whose first text is its own, or that carries nothing but events. */
export function signed(
  signing: Signing,
  changes: Record<string, Json>,
  { isDocument = false, tags = [], more = {} }: { isDocument?: boolean; tags?: Tag[]; more?: Fis } = {},
): Fiscalised {
  const { entries, key } = signing;
  const [main] = entries;
  const others = isDocument ? entries.slice(1) : entries;
  return {
    warnings: [],
    issues: [],
    fis: {
      ...(isDocument &&
        main && {
          Payload: main.Payload,
          Signature: main.Signature,
          FR_Kind: main.Kind,
          FR_Number: main.Number,
        }),
      FR_Key: key.serial,
      FR_Format: FORMAT,
      ...(others.length > 0 && { FR_Entries: others }),
      ...more,
      ...(tags.length > 0 && { Tag: tags }),
    },
    changes: { ...signing.changes, ...changes },
  };
}
