// Templates of HTML, in which values are never parsed as markup, and their invisible characters are shown.
import { h } from 'preact';
import htm from './vendor/htm.mjs';

// control characters except tabs and line breaks, marks of text direction, and characters without a glyph
const UNSEEN = /[^\P{C}\t\n\r]|[\u034f\u115f\u1160\u17b4\u17b5\u2028\u2029\u3164\uffa0]/gu;

/** Returns a text in which invisible characters and marks of text direction are replaced by their numbers. */
export const visible = (text) => text.replace(UNSEEN, (each) => `[U+${each.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);

const SHOWN = ['title', 'aria-label', 'aria-description', 'alt'];

const shown = (value) => (typeof value === 'string' ? visible(value) : Array.isArray(value) ? value.map(shown) : value);

export const html = htm.bind((type, props, ...children) => {
  const named = SHOWN.filter((name) => props?.[name] !== undefined).map((name) => [name, shown(props[name])]);
  return h(type, named.length > 0 ? { ...props, ...Object.fromEntries(named) } : props, ...children.map(shown));
});
