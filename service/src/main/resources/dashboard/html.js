// Markup in templates: text is always text, whatever it contains, and what cannot be seen in it is shown.
import { h } from 'preact';
import htm from './vendor/htm.mjs';

// controls but tabs and line breaks, marks that turn the direction of text, and characters without a shape
const UNSEEN = /[^\P{C}\t\n\r]|[\u034f\u115f\u1160\u17b4\u17b5\u2028\u2029\u3164\uffa0]/gu;

/** A text in which characters that cannot be seen, or that turn others round, are shown by their numbers. */
export const visible = (text) => text.replace(UNSEEN, (each) => `[U+${each.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);

const SHOWN = ['title', 'aria-label', 'alt'];

const shown = (value) => (typeof value === 'string' ? visible(value) : Array.isArray(value) ? value.map(shown) : value);

export const html = htm.bind((type, props, ...children) => {
  const named = SHOWN.filter((name) => props?.[name] !== undefined).map((name) => [name, shown(props[name])]);
  return h(type, named.length > 0 ? { ...props, ...Object.fromEntries(named) } : props, ...children.map(shown));
});
