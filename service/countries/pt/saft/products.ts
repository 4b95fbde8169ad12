/** Products of a file. The receipt format has no article master, so they are taken from the positions. */
import type { Position } from '../../../receipt/tra.ts';
import { element, escape, fit, plain, UNKNOWN_TEXT } from './text.ts';
import { UniqueIds } from './unique-ids.ts';

/** What a line says about its product. */
export interface Product {
  /** `ProductCode` and `ProductDescription`. */
  xml: string;
  /** `Description` of the line. */
  description: string;
}

/** Goods, services, other, excise duty, other levies. */
const TYPES = new Set(['P', 'S', 'O', 'E', 'I']);
const LONGEST_CODE = 60;
const LONGEST_DESCRIPTION = 200;

/** The products of a file, each once. */
export class Products {
  private readonly known = new Map<string, Product>();
  /** The last product of each description with its position: nearly always the one that comes again. */
  private readonly recent = new Map<string, { position: Position; product: Product }>();
  private readonly ids = new UniqueIds(LONGEST_CODE);
  private readonly records = new Map<string, string>();

  /**
   * The product of a position. Its code is SKU, else IN, else the description;
   * another description or type under the same code gets a code of its own,
   * since a product must not change once it has been sold.
   */
  of(position: Position): Product {
    const { SKU, IN, Dsc = '', PT_ProductType } = position;
    const recent = this.recent.get(Dsc);
    if (recent && isSame(recent.position, position)) return recent.product;
    const product = this.find(position);
    this.recent.set(Dsc, { position: { _: 'Pos', SKU, IN, PT_ProductType }, product });
    return product;
  }

  private find(position: Position): Product {
    const { SKU, IN, Dsc, PT_ProductType } = position;
    const key = `${plain(SKU)}\n${plain(IN)}\n${Dsc ?? ''}\n${plain(PT_ProductType)}`;
    const known = this.known.get(key);
    if (known) return known;
    const product = this.add(position);
    this.known.set(key, product);
    return product;
  }

  /** The `Product` elements. */
  *xml(): Iterable<string> {
    yield* this.records.values();
  }

  private add({ SKU, IN, Dsc, PT_ProductType }: Position): Product {
    const description = describe(Dsc);
    const type = typeof PT_ProductType === 'string' && TYPES.has(PT_ProductType) ? PT_ProductType : 'P';
    const number = fit(IN, LONGEST_CODE);
    const wished = fit(SKU, LONGEST_CODE) || number || fit(description, LONGEST_CODE);
    const code = this.ids.claim(wished, `${type} ${description}`);
    const xml = `${element('ProductCode', code)}${element('ProductDescription', description)}`;
    if (!this.records.has(code)) {
      const numberCode = element('ProductNumberCode', number || code);
      this.records.set(code, `<Product><ProductType>${type}</ProductType>${xml}${numberCode}</Product>\n`);
    }
    return { xml, description: `<Description>${escape(description)}</Description>` };
  }
}

/** True for positions of one description that also have numbers and kind in common. */
function isSame(a: Position, b: Position): boolean {
  return a.SKU === b.SKU && a.IN === b.IN && a.PT_ProductType === b.PT_ProductType;
}

/** The schema wants two characters at least. */
function describe(name: string | undefined): string {
  const description = fit(name, LONGEST_DESCRIPTION);
  if (description === '') return UNKNOWN_TEXT;
  return description.length === 1 ? `${description}.` : description;
}
