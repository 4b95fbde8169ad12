/** Mutations of what a body says, so that it stays well-formed and reaches sums, taxes and checks. */
import type { Tree, TreeValue } from '../../service/receipt/tree.ts';
import type { Choices } from './choices.ts';
import { JSON_PIECES, NAMES, VALUES } from './hostile.ts';

/** A place in a tree: a group or list, and the name or index in it. */
interface Place {
  holder: Tree | TreeValue[];
  key: string | number;
}

/** Values of JSON_PIECES that are JSON and not too deep to be copied. */
const PIECES = JSON_PIECES.filter((text) => text.length < 1000).flatMap((text): TreeValue[] => {
  try {
    return [JSON.parse(text) as TreeValue];
  } catch {
    return [];
  }
});
const AMOUNT = /^-?\d+\.\d+$/;

/** Changes a tree in one to five places. */
export function mutateTree(tree: Tree, choices: Choices): void {
  for (let steps = 1 + choices.below(5); steps > 0; steps--) {
    const places = placesOf(tree);
    if (places.length === 0) return;
    choices.pick(MUTATIONS)(choices.pick(places), choices, places);
  }
}

/** Every place in a tree; the outer ones, few as they are, are found often enough. */
function placesOf(root: Tree): Place[] {
  const places: Place[] = [];
  const open: (Tree | TreeValue[])[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const keys = Array.isArray(holder) ? holder.keys() : Object.keys(holder);
    for (const key of keys) {
      const place = { holder, key };
      places.push(place);
      const value = get(place);
      if (typeof value === 'object' && value !== null && places.length < 2000) open.push(value);
    }
  }
  return places;
}

function get({ holder, key }: Place): TreeValue {
  return (holder as Tree)[key]!;
}

/** Sets a value, also under `__proto__`, as a parser would. */
function set({ holder, key }: Place, value: TreeValue): void {
  const settings = { value, enumerable: true, writable: true, configurable: true };
  Object.defineProperty(holder, key, settings);
}

type Mutation = (place: Place, choices: Choices, places: readonly Place[]) => void;

const MUTATIONS: readonly Mutation[] = [
  function otherValue(place, choices) {
    set(place, choices.pick(VALUES));
  },
  function otherKindOfValue(place, choices) {
    set(place, structuredClone(choices.pick(PIECES)));
  },
  function another(place, choices) {
    if (Array.isArray(place.holder)) place.holder.push(structuredClone(choices.pick(PIECES)));
    else
      set(
        { holder: place.holder, key: choices.pick(NAMES) },
        choices.pick([...VALUES.slice(0, 60), 'Ab', 'x']),
      );
  },
  function otherName({ holder, key }, choices) {
    if (Array.isArray(holder)) return;
    const value = holder[key]!;
    Reflect.deleteProperty(holder, key);
    set({ holder, key: choices.pick(NAMES) }, value);
  },
  function away({ holder, key }) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else Reflect.deleteProperty(holder, key);
  },
  function again({ holder, key }, choices) {
    if (!Array.isArray(holder)) return;
    const copies = choices.below(choices.pick([2, 3, 30]));
    for (let n = 0; n <= copies; n++)
      holder.splice(choices.below(holder.length), 0, structuredClone(holder[Number(key)]!));
  },
  function swapped(place, choices, places) {
    const other = choices.pick(places.filter((p) => p.holder === place.holder));
    const value = get(place);
    set(place, get(other));
    set(other, value);
  },
  function copiedFromElsewhere(place, choices, places) {
    set(place, structuredClone(get(choices.pick(places))));
  },
  sameAmountEverywhere,
  sameAmountEverywhere,
  function otherType(place, _choices, places) {
    const value = get(place);
    if (typeof value !== 'string') return;
    if (AMOUNT.test(value)) set(place, Number(value));
    else for (const p of places) if (get(p) === value) set(p, value === '1' ? true : [value]);
  },
  everyAmount,
  everyAmount,
];

/** The same amount gets the same new value wherever it stands, so that sums have a chance to agree. */
function sameAmountEverywhere(place: Place, choices: Choices, places: readonly Place[]): void {
  const value = get(place);
  if (typeof value !== 'string' || !AMOUNT.test(value)) return;
  const next = choices.pick([
    cents(choices.below(10 ** choices.below(14))),
    cents(-choices.below(100_000)),
    '0',
  ]);
  for (const p of places) if (get(p) === value) set(p, next);
}

/** All amounts in cents times the same small number: the sums still agree. */
function everyAmount(_place: Place, choices: Choices, places: readonly Place[]): void {
  const factor = choices.pick([-1, 2, 3, 7, 0, 1_000_003, -17]);
  for (const p of places) {
    const value = get(p);
    if (p.key === 'Qty' || typeof value !== 'string' || !/^-?\d{1,9}\.\d\d$/.test(value)) continue;
    set(p, cents(Number(value.replace('.', '')) * factor));
  }
}

function cents(count: number): string {
  const text = String(Math.abs(count)).padStart(3, '0');
  return `${count < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}
