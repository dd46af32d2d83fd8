// Small elements of several views.
import { html } from './html.js';

export const STATES = ['waiting', 'placed', 'booked', 'starting', 'running', 'finished', 'failed', 'overran', 'withdrawn', 'refused', 'lost'];

export const isOver = (state) => STATES.indexOf(state) > STATES.indexOf('running');

/** Returns the exit status of a job or a part as a shell reports it, with the signal, such as 137 KILL. */
export const exitOf = ({ exit, signal }) => (exit === undefined ? '' : `${exit}${signal ? ` ${signal}` : ''}`);

/** State of a job, with the exit status if the job failed by itself: failed (exit 3). */
export const State = ({ state, exit, signal }) => html`
  <span class=${`state ${state}`}>${state}${state === 'failed' && exit > 0 ? ` (exit ${exitOf({ exit, signal }).replace(' ', ', ')})` : ''}</span>`;

/** Error of a request, with the invalid members of its body. */
export function Fault({ error }) {
  return error && html`
    <div class="warning" role="alert">
      ${error.message}
      ${error.errors?.length > 0 && html`<ul>${error.errors.map((each) => html`<li key=${each.pointer}>${each.pointer}: ${each.message}, allowed is ${each.allowed}</li>`)}</ul>`}
    </div>`;
}

export const Loading = ({ error }) => (error ? html`<${Fault} error=${error} />` : html`<p class="soft">Loading...</p>`);

/** Name with a value. */
export const Fact = ({ name, children }) => html`<div class="fact"><dt>${name}</dt><dd>${children}</dd></div>`;

export const JobLink = ({ id, name }) => html`<a href=${`#/job/${encodeURIComponent(id)}`}>${name || id}</a>`;

/** Link to the jobs of an array. */
export const ArrayLink = ({ id, name }) => html`<a href=${`#/jobs?array=${encodeURIComponent(id)}`}>${name || id}</a>`;

/** Jobs of an array or a workflow by state. */
export const Counts = ({ counts }) => html`${Object.entries(counts).map(([state, count]) => html`<span key=${state} class=${`state ${state}`}>${count.toLocaleString()} ${state}</span> `)}`;

export const WorkflowLink = ({ id, name }) => html`<a href=${`#/workflow/${encodeURIComponent(id)}`}>${name || id}</a>`;

export const NodeLink = ({ id }) => html`<a href=${`#/node/${encodeURIComponent(id)}`}>${id}</a>`;

/** Returns whether the signed-in principal may change the jobs of an account. */
export const mayUse = (who, account) => who.role === 'admin' || (['user', 'coordinator'].includes(who.role) && (who.accounts ?? []).includes(account));

/** Returns whether the signed-in principal may manage the persons and the money of an account. */
export const mayCoordinate = (who, account) => who.role !== 'user' && mayUse(who, account);

/** Returns whether the signed-in principal owns a node or is an administrator. */
export const owns = (who, node) => who.role === 'admin' || (who.role === 'owner' && (who.nodes ?? []).includes(node));
