// Numbers for people: four digits, a unit, and a minus as long as a plus.

const THOUSANDS = [
  ['k', 1e3],
  ['', 1],
  ['m', 1e-3],
  ['µ', 1e-6],
] as const;

/** From the largest: its size, and from where on it is used if not from there. */
type Scale = readonly (readonly [unit: string, size: number, from?: number])[];

const SCALES: Readonly<Record<string, Scale>> = {
  'm²': [
    ['m²', 1, 0.1],
    ['cm²', 1e-4],
    ['mm²', 1e-6],
  ],
  'm³': [
    ['m³', 1, 0.1],
    ['dm³', 1e-3],
    ['cm³', 1e-6],
    ['mm³', 1e-9],
  ],
  m: [
    ['m', 1],
    ['mm', 1e-3],
    ['µm', 1e-6],
  ],
  kg: [
    ['kg', 1],
    ['g', 1e-3],
    ['mg', 1e-6],
  ],
  ms: [
    ['ms', 1],
    ['µs', 1e-3],
  ],
};

const scaleOf = (unit: string): Scale =>
  SCALES[unit] ?? THOUSANDS.map(([prefix, size]) => [prefix + unit, size] as const);

/** Below this share of the smallest unit a number is nothing. */
const NOTHING = 1e-3;

/** The unit of a family in which a number has the fewest digits before the point, but at least one. */
function fitting(size: number, unit: string): readonly [string, number] {
  const scale = scaleOf(unit);
  if (!(size >= NOTHING * scale.at(-1)![1])) return [unit, 1];
  const [name, one] = scale.find(([, own, from = own]) => size >= from) ?? scale.at(-1)!;
  return [name, one];
}

export interface Quantity {
  text: string;
  unit: string;
}

/** In the unit that suits it: 0.00123 N is 1.230 mN. */
export function quantity(value: number, unit: string): Quantity {
  const [name, size] = fitting(Math.abs(value), unit);
  return { text: digits(value / size), unit: name };
}

export interface VectorQuantity {
  texts: string[];
  unit: string;
}

/** All numbers in the unit that suits the largest. */
export function vectorQuantity(values: readonly number[], unit: string): VectorQuantity {
  const [name, size] = fitting(Math.max(...values.map(Math.abs)), unit);
  return { texts: values.map((value) => digits(value / size)), unit: name };
}

/** Three digits after the point for small numbers, fewer for large ones, so that a column stays as wide. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Number(Math.abs(value).toPrecision(4));
  const text = size >= 1e6 ? powerText(size, 2) : size.toFixed(size < 10 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** Three digits that count: for axes, logarithmic scales and shapes. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const isOdd = size !== 0 && (size < 1e-3 || size >= 1e5);
  const text = isOdd ? powerText(size, 1) : String(Number(size.toPrecision(3)));
  return value < 0 ? `−${text}` : text;
}

/** 1.5·10⁻⁷ */
function powerText(size: number, after: number): string {
  const [mantissa, exponent] = size.toExponential(after).split('e');
  return `${mantissa}·${powerOfTen(Number(exponent))}`;
}

export function powerOfTen(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

export const whole = (value: number): string => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '–');

export const said = ({ text, unit }: Quantity): string => (unit ? `${text}\u202f${unit}` : text);
