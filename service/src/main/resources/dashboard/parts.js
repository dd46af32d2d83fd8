// Small things that several views show.
import { html } from './html.js';

export const STATES = ['waiting', 'booked', 'starting', 'running', 'finished', 'failed', 'overran', 'withdrawn', 'refused', 'lost'];

export const isOver = (state) => STATES.indexOf(state) > 3;

/** Why a job or a part ended as a shell has it, with the signal that ended it: 137 KILL. */
export const exitOf = ({ exit, signal }) => (exit === undefined ? '' : `${exit}${signal ? ` ${signal}` : ''}`);

/** A state; that of a job that failed by itself with its exit status: failed (exit 3). */
export const State = ({ state, exit, signal }) => html`
  <span class=${`state ${state}`}>${state}${state === 'failed' && exit > 0 ? ` (exit ${exitOf({ exit, signal }).replace(' ', ', ')})` : ''}</span>`;

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
