// Small things that several views show.
import { html } from './html.js';

export const STATES = ['waiting', 'booked', 'starting', 'running', 'finished', 'failed', 'overran', 'withdrawn', 'refused', 'lost'];

export const isOver = (state) => STATES.indexOf(state) > 3;

export const State = ({ state }) => html`<span class=${`state ${state}`}>${state}</span>`;

/** What went wrong, and which members of a request are to blame. */
export function Fault({ error }) {
  return error && html`
    <div class="warning" role="alert">
      ${error.message}
      ${error.errors?.length > 0 && html`<ul>${error.errors.map((each) => html`<li key=${each.pointer}>${each.pointer}: ${each.message}, allowed is ${each.allowed}</li>`)}</ul>`}
    </div>`;
}

export const Loading = ({ error }) => (error ? html`<${Fault} error=${error} />` : html`<p class="soft">Loading...</p>`);

/** A number with a name. */
export const Fact = ({ name, children }) => html`<div class="fact"><dt>${name}</dt><dd>${children}</dd></div>`;

export const JobLink = ({ id, name }) => html`<a href=${`#/job/${encodeURIComponent(id)}`}>${name || id}</a>`;

export const NodeLink = ({ id }) => html`<a href=${`#/node/${encodeURIComponent(id)}`}>${id}</a>`;

/** Whether who is signed in may speak for a node. */
export const owns = (who, node) => who.role === 'admin' || (who.role === 'owner' && (who.nodes ?? []).includes(node));
