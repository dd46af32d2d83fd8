// Markup in templates: text is always text, whatever it contains.
import { h } from 'preact';
import htm from './vendor/htm.mjs';

export const html = htm.bind(h);
