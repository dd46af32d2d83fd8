// All jobs that the reader may see, the latest first. Rows are fetched page by page and drawn as they come into view, so
// that a hundred thousand are as quick as ten.
import { useCallback, useEffect, useRef, useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { changes, get, withQuery } from './api.js';
import { paced } from './live.js';
import { money, time } from './format.js';
import { Fault, JobLink, State, STATES } from './parts.js';

const PAGE = 200;
const ROW = 34; // px
const MARGIN = 10; // rows drawn above and below the view
const MOST_SINGLE = 20; // changed jobs that are asked for one by one
const COLUMNS = ['Job', 'State', 'User', 'Account', 'Nodes', 'Submitted', 'Starts', 'Ended', 'Cost', 'Why'];
const NUMBERS = ['Nodes', 'Cost'];

/** The rows of a list, of which as many are known as the reader has scrolled to. */
class JobList {
  constructor(filters, changed) {
    this.filters = filters;
    this.changed = changed;
    this.rows = [];
    this.next = undefined;
    this.isWhole = false;
    this.busy = false;
    this.dirty = new Set();
    this.pace = paced(() => this.refresh());
    this.gone = false;
  }

  path(more) {
    return withQuery('/v1/jobs', { limit: PAGE, ...this.filters, ...more });
  }

  /** Fetches the next page. */
  async more() {
    if (this.busy || this.isWhole) {
      return;
    }
    this.busy = true;
    try {
      const page = await get(this.path({ cursor: this.next }));
      this.add(page.items);
      this.next = page.next;
      this.isWhole = page.next === undefined;
      this.error = undefined;
    } catch (error) {
      this.error = error;
    }
    this.busy = false;
    this.tell();
  }

  tell() {
    if (!this.gone) {
      this.changed((version) => version + 1);
    }
  }

  add(jobs) {
    const known = new Map(this.rows.map((job) => [job.id, job]));
    jobs.forEach((job) => known.set(job.id, job));
    this.rows = [...known.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
  }

  matches(job) {
    const { state, name, user, account } = this.filters;
    return (!state || state.split(',').includes(job.state)) && (!name || job.name === name)
      && (!user || job.user === user) && (!account || job.account === account);
  }

  /** Something has changed, or null where that may have been missed. */
  on(change) {
    if (change === null || change.many.includes('jobs')) {
      this.dirty.add('');
    } else {
      change.jobs.forEach((id) => this.dirty.add(id));
    }
    if (this.dirty.size > 0) {
      this.pace.ask();
    }
  }

  async refresh() {
    const ids = [...this.dirty];
    this.dirty.clear();
    try {
      if (ids.includes('') || ids.length > MOST_SINGLE) {
        await this.again();
      } else {
        const jobs = await Promise.all(ids.map((id) => get(`/v1/jobs/${id}`).catch(() => undefined)));
        this.replace(jobs.filter((job) => job !== undefined));
      }
      this.error = undefined;
    } catch (error) {
      this.error = error;
    }
    this.tell();
  }

  replace(jobs) {
    const oldest = this.rows.length > 0 ? this.rows[this.rows.length - 1].id : '';
    const ids = new Set(jobs.map((job) => job.id));
    this.rows = this.rows.filter((job) => !ids.has(job.id));
    this.add(jobs.filter((job) => this.matches(job) && (this.isWhole || job.id >= oldest)));
  }

  /** All that is known is fetched again. */
  async again() {
    const fresh = [];
    let cursor;
    do {
      const page = await get(this.path({ cursor }));
      fresh.push(...page.items);
      cursor = page.next;
    } while (cursor !== undefined && fresh.length < this.rows.length);
    this.rows = [];
    this.add(fresh);
    this.next = cursor;
    this.isWhole = cursor === undefined;
  }

  close() {
    this.gone = true;
    this.pace.stop();
  }
}

function useJobs(filters) {
  const [, changed] = useState(0);
  const list = useRef(null);
  const key = JSON.stringify(filters);
  useEffect(() => {
    const own = new JobList(filters, changed);
    list.current = own;
    own.more();
    const off = changes.on((change) => own.on(change));
    return () => {
      off();
      own.close();
    };
  }, [key]);
  return list.current;
}

function Filters({ query }) {
  const set = (name, value) => {
    window.location.hash = withQuery('/jobs', { ...query, [name]: value });
  };
  const text = (name, label) => html`
    <label>${label} <input value=${query[name] ?? ''} maxlength="128" onChange=${(event) => set(name, event.target.value.trim())} /></label>`;
  return html`
    <form class="filters" onSubmit=${(event) => event.preventDefault()} aria-label="Which jobs">
      <label>State <select value=${query.state ?? ''} onChange=${(event) => set('state', event.target.value)}>
        <option value="">all</option>
        <option value="waiting,booked,starting,running">not over</option>
        ${STATES.map((state) => html`<option key=${state} value=${state}>${state}</option>`)}
      </select></label>
      ${text('name', 'Name')} ${text('user', 'User')} ${text('account', 'Account')}
    </form>`;
}

function Row({ job, top }) {
  return html`
    <div class="row" role="row" style=${{ top: `${top}px` }}>
      <span role="cell" title=${job.id}><${JobLink} id=${job.id} name=${job.name} /> <span class="soft">${job.id}</span></span>
      <span role="cell"><${State} state=${job.state} /></span>
      <span role="cell">${job.user}</span>
      <span role="cell">${job.account}</span>
      <span role="cell" class="number">${job.nodes}</span>
      <span role="cell">${time(job.times.submitted)}</span>
      <span role="cell">${time(job.times.started ?? job.startsAt)}</span>
      <span role="cell">${time(job.times.ended)}</span>
      <span role="cell" class="number">${money(job.cost)}</span>
      <span role="cell" class="soft" title=${job.reason.text}>${job.reason.text}</span>
    </div>`;
}

export function Jobs({ query }) {
  const list = useJobs(query);
  const host = useRef(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const look = useCallback(() => {
    const place = host.current;
    if (place) {
      setView({ top: place.scrollTop, height: place.clientHeight });
    }
  }, []);
  useEffect(() => {
    look();
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, []);
  const rows = list?.rows ?? [];
  const first = Math.max(0, Math.floor(view.top / ROW) - MARGIN);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW) + MARGIN);
  useEffect(() => {
    if (list && last >= rows.length - MARGIN) {
      list.more();
    }
  }, [list, last, rows.length]);
  return html`
    <h1>Jobs</h1>
    <${Filters} query=${query} />
    <${Fault} error=${list?.error} />
    <div class="list" role="table" aria-label="Jobs" aria-rowcount=${list?.isWhole ? rows.length + 1 : -1}>
      <div class="row head" role="row">
        ${COLUMNS.map((name) => html`<span key=${name} role="columnheader" class=${NUMBERS.includes(name) ? 'number' : ''}>${name}</span>`)}
      </div>
      <div class="rows" role="rowgroup" ref=${host} onScroll=${look} tabindex="0">
        <div class="height" style=${{ height: `${rows.length * ROW}px` }}>
          ${rows.slice(first, last).map((job, at) => html`<${Row} key=${job.id} job=${job} top=${(first + at) * ROW} />`)}
        </div>
      </div>
    </div>
    <p class="soft" role="status">${rows.length === 0 && list?.isWhole ? 'There is no such job.' : `${rows.length.toLocaleString()} ${rows.length === 1 ? 'job' : 'jobs'}${list?.isWhole ? '' : ', and more'}`}</p>`;
}
