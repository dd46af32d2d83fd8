// Elements, numbers, times and the tooltip, which charts of report pages and of the dashboard share.

export const byId = (id) => document.getElementById(id);

/** An element. Text among the children becomes a text node, never markup. */
export const el = (name, attributes, ...children) => filled(document.createElement(name), attributes, children);

function filled(element, attributes = {}, children = []) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(key, value);
    } else if (key === 'style' && value) {
      element.style.cssText = value; // as an attribute, a policy against inline styles refuses it
    } else if (value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? '' : value);
    }
  }
  element.append(...children);
  return element;
}

/** An element of a drawing. */
export const svg = (name, attributes, ...children) =>
  filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

/** Whether there is a value: null means none in the data of a page. */
export const isKnown = (value) => value !== null && value !== undefined && !Number.isNaN(value);

const formats = new Map();

/** A number with the given number of decimals; a dash for none. */
export function fixed(value, decimals = 0) {
  if (!isKnown(value)) {
    return '–';
  }
  if (!formats.has(decimals)) {
    formats.set(decimals, new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals, maximumFractionDigits: decimals,
    }));
  }
  return formats.get(decimals).format(value);
}

export const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
export const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

/** A number on an axis, in a short form if the greatest number is large. */
export const onAxis = (value, greatest) => (greatest < 1e6 ? exact : short).format(value);

export const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The one tooltip; it stays inside the window. */
export const tip = {
  show(x, y, ...content) {
    const box = byId('tip');
    box.replaceChildren(...content);
    box.hidden = false;
    const { width, height } = box.getBoundingClientRect();
    const gap = 14;
    const left = x + gap + width > innerWidth - 8 ? x - gap - width : x + gap;
    const top = y + gap + height > innerHeight - 8 ? y - gap - height : y + gap;
    const within = (at, size, room) => Math.max(8, Math.min(at, room - size - 8));
    box.style.transform =
      `translate(${within(left, width, innerWidth)}px, ${within(top, height, innerHeight)}px)`;
  },
  hide() {
    byId('tip').hidden = true;
  },
};

/** Name and value pairs for a tooltip. */
export const pairs = (entries) => el('dl', {},
  ...entries.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));

/** Round numbers from 0 or `from` to `to`, about as many as requested. */
export function ticks(from, to, about) {
  const raw = (to - from) / Math.max(1, about);
  if (!(raw > 0)) {
    return [from];
  }
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= raw);
  const found = [];
  for (let n = Math.ceil(from / step); n * step <= to; n++) {
    found.push(n * step || 0); // not -0
  }
  return found;
}

export const SECOND = 1000; // ticks
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const ROUND_TIMES = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND), ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
];

/** Round times in [from, to], about as many as requested, and the step between these times. */
export function roundTimes(from, to, about) {
  const raw = (to - from) / Math.max(1, about);
  const power = 10 ** Math.max(0, Math.floor(Math.log10(raw / DAY)));
  const step = ROUND_TIMES.find((time) => time >= raw)
    ?? [1, 2, 5, 10].map((n) => n * power * DAY).find((time) => time >= raw);
  const times = [];
  for (let n = Math.ceil(from / step); n * step <= to; n++) {
    times.push(n * step || 0); // not -0
  }
  return { times, step };
}
