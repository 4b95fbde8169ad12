/** Working hours of business premises, as they were announced. */
import { partOf, textOf, type Element } from '../xml.ts';

/** What was announced for one place. */
export interface StoredPremises {
  oib: string;
  /** `OznPosPr`. */
  place: string;
  /** Elements `Redovno`, one for each day they begin. */
  regular: Element[];
  /** Elements `Iznimke`, one for each day. */
  exceptions: Element[];
}

/** Hours of all companies. */
export class Premises {
  readonly stored: StoredPremises[] = [];

  /** `prijaviRadnoVrijeme`: what is announced for a day again takes the place of what was. */
  announce(place: Element): void {
    const stored = this.of(place);
    const hours = partOf(place, 'RadnoVrijeme')!;
    for (const element of hours.children) {
      if (element.name === 'Redovno') stored.regular = replaced(stored.regular, element, 'DatumOd');
      else stored.exceptions = replaced(stored.exceptions, element, 'Datum');
    }
  }

  /** `obrisiRadnoVrijeme`: what is not there needs no deleting. */
  remove(place: Element): void {
    const stored = this.of(place);
    for (const element of partOf(place, 'BrisanjeRadnogVremena')!.children) {
      if (element.name === 'Redovno') stored.regular = without(stored.regular, element, 'DatumOd');
      else stored.exceptions = without(stored.exceptions, element, 'Datum');
    }
  }

  /** `dohvatiRadnoVrijeme`: the element `PoslovniProstor` of the answer, without hours when the question is refused. */
  fetch(request: Element, isRefused: boolean): Element {
    const stored = this.of(request);
    const kind = textOf(request, 'VrstaRadnogVremena');
    const hours = [
      ...(kind === 'IZNIMKE' ? [] : stored.regular),
      ...(kind === 'REDOVNO' ? [] : stored.exceptions),
    ];
    return element('PoslovniProstor', [
      element('Oib', stored.oib),
      element('OznPosPr', stored.place),
      element('RadnoVrijeme', isRefused ? [] : hours),
      element('OibOper', textOf(request, 'OibOper')),
    ]);
  }

  private of(named: Element): StoredPremises {
    const [oib, place] = [textOf(named, 'Oib'), textOf(named, 'OznPosPr')];
    const found = this.stored.find((one) => one.oib === oib && one.place === place);
    if (found) return found;
    const added: StoredPremises = { oib, place, regular: [], exceptions: [] };
    this.stored.push(added);
    return added;
  }
}

function without(elements: readonly Element[], like: Element, key: string): Element[] {
  return elements.filter((one) => textOf(one, key) !== textOf(like, key));
}

function replaced(elements: readonly Element[], added: Element, key: string): Element[] {
  return [...without(elements, added, key), added];
}

function element(name: string, content: string | Element[]): Element {
  const isText = typeof content === 'string';
  return {
    namespace: '',
    name,
    attributes: {},
    children: isText ? [] : content,
    text: isText ? content : '',
  };
}
