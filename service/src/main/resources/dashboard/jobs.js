// List of all jobs that the reader may see, latest first. Rows are fetched page by page and drawn when they come into
// view, so that a list of 100,000 jobs is as fast as a list of ten.
import { useCallback, useEffect, useRef, useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { changes, get, withQuery } from './api.js';
import { useCancelAll } from './act.js';
import { paced, useLive } from './live.js';
import { money, time } from './format.js';
import { ArrayLink, Counts, exitOf, Fault, isOver, JobLink, mayUse, State, STATES } from './parts.js';

const PAGE = 200;
const ROW = 34; // px
const MARGIN = 10; // rows drawn above and below the view
const MOST_SINGLE = 20; // changed jobs that are fetched one by one
const COLUMNS = ['Job', 'State', 'User', 'Account', 'Nodes', 'Submitted', 'Starts', 'Ended', 'Exit', 'Cost', 'Why'];
const NUMBERS = ['Nodes', 'Exit', 'Cost'];

/** Returns whether a job ended with one of the exit statuses in a list such as 3,5 or 1-255. */
const hasExit = ({ exit }, wanted) => exit !== undefined && wanted.split(',').some((range) => {
  const [from, to] = range.split('-').map(Number);
  return exit >= from && exit <= (to ?? from);
});

/**
 * Rows of a list, fetched as far as the reader has scrolled. After many changes, the rows in view are fetched again,
 * and other rows when they come into view.
 */
class JobList {
  constructor(filters, changed) {
    this.filters = filters.array ? filters : { ...filters, grouped: true };
    this.changed = changed;
    this.rows = []; // sorted by id, latest first
    this.seen = new WeakMap(); // version at which each row was fetched
    this.version = 0; // of the list: rows of an earlier version may have changed
    this.view = [0, 0];
    this.next = undefined;
    this.isWhole = false;
    this.busy = false;
    this.dirty = new Set();
    this.pace = paced(() => this.refresh());
    this.work = Promise.resolve();
    this.gone = false;
  }

  /** Runs an action after all earlier actions, then draws the list. */
  serially(action) {
    this.work = this.work.then(async () => {
      try {
        await action();
        this.error = undefined;
      } catch (error) {
        this.error = error;
      }
      if (!this.gone) {
        this.changed((number) => number + 1);
      }
    });
    return this.work;
  }

  /** Returns the index of a job, or the index at which it would be inserted. */
  at(id) {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.rows[middle].id > id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the index after a job, or the index at which the job would be inserted. */
  behind(id) {
    const at = this.at(id);
    return this.rows[at]?.id === id ? at + 1 : at;
  }

  /** Fetches a page, which replaces the rows of the same jobs. */
  async fetch(cursor) {
    const version = this.version;
    const page = await get(withQuery('/v1/jobs', { limit: PAGE, ...this.filters, cursor }));
    const from = cursor === undefined ? 0 : this.behind(cursor);
    const to = page.next === undefined ? this.rows.length : this.behind(page.next);
    page.items.forEach((job) => this.seen.set(job, version));
    this.rows.splice(from, to - from, ...page.items);
    if (page.next === undefined || page.next <= this.rows[this.rows.length - 1].id) {
      this.next = page.next;
      this.isWhole = page.next === undefined;
    }
    return page.next;
  }

  /** Fetches the next page. */
  async more() {
    if (!this.busy && !this.isWhole) {
      this.busy = true;
      await this.serially(() => this.fetch(this.next));
      this.busy = false;
    }
  }

  /** Sets the rows in view, from `first` to before `last`, and fetches those that may have changed. */
  look(first, last) {
    this.view = [first, last];
    if (this.stale() >= 0) {
      this.serially(() => this.freshen());
    }
  }

  /** Returns the index of the first row in view that may have changed since it was fetched, or -1. */
  stale() {
    const [first, last] = this.view;
    const at = this.rows.slice(first, last).findIndex((job) => this.seen.get(job) < this.version);
    return at < 0 ? at : first + at;
  }

  async freshen() {
    for (let at = this.stale(); at >= 0 && !this.gone; at = this.stale()) {
      await this.fetch(at === 0 ? undefined : this.rows[at - 1].id);
    }
  }

  matches(job) {
    const { state, exit, name, user, account } = this.filters;
    const states = job.array ? Object.keys(job.array.counts) : [job.state];
    return (!state || state.split(',').some((one) => states.includes(one))) && (!exit || hasExit(job, exit)) && (!name || job.name === name)
      && (!user || job.user === user) && (!account || job.account === account);
  }

  /** Handles a change; null means that changes may be missing. */
  on(change) {
    if (change === null || change.many.includes('jobs')) {
      this.dirty.add('');
    } else {
      change.jobs.map((id) => this.listed(id)).filter((id) => id !== undefined).forEach((id) => this.dirty.add(id));
    }
    if (this.dirty.size > 0) {
      this.pace.ask();
    }
  }

  /** Returns the id under which a changed job is listed, if it is: an element of an array as the array. */
  listed(id) {
    const { array } = this.filters;
    const own = id.split('_')[0];
    return !array ? own : own === array && own !== id ? id : undefined;
  }

  refresh() {
    const ids = [...this.dirty];
    this.dirty.clear();
    return this.serially(async () => {
      if (ids.includes('') || ids.length > MOST_SINGLE) {
        await this.again();
      } else {
        const jobs = await Promise.all(ids.map((id) => get(`/v1/jobs/${id}`)
          .catch(() => get(`/v1/arrays/${id}`)).catch(() => undefined)));
        jobs.filter((job) => job !== undefined).forEach((job) => this.replace(job));
      }
    });
  }

  replace(job) {
    const at = this.at(job.id);
    const isPast = at === this.rows.length && !this.isWhole; // fetched when the reader scrolls to it
    this.seen.set(job, this.version);
    this.rows.splice(at, this.behind(job.id) - at, ...(this.matches(job) && !isPast ? [job] : []));
  }

  /** Fetches new jobs and the rows in view again, because any row may have changed. */
  async again() {
    this.version++;
    const latest = this.rows[0]?.id ?? '';
    let cursor;
    let count = 0;
    do {
      cursor = await this.fetch(cursor);
      count += PAGE;
    } while (cursor > latest && count < this.view[1]);
    if (cursor > latest) { // the rows in between are fetched when the reader scrolls to them
      this.rows.length = this.behind(cursor);
      this.next = cursor;
      this.isWhole = false;
    }
    await this.freshen();
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
        <option value="waiting,placed,booked,starting,running">not over</option>
        ${STATES.map((state) => html`<option key=${state} value=${state}>${state}</option>`)}
      </select></label>
      ${query.array && text('array', 'Array')} ${text('exit', 'Exit')} ${text('name', 'Name')} ${text('user', 'User')} ${text('account', 'Account')}
    </form>`;
}

/** Returns the name of a job with its index in its array, or the name of an array with all indices. */
function named(job) {
  const index = job.array?.indices ?? job.id.split('_')[1];
  return index === undefined ? job.name : `${job.name || job.id} [${index}]`;
}

/** Returns the reason for the state of a job, or the jobs of an array by state. */
const why = (job) => (job.array ? Object.entries(job.array.counts).map(([state, count]) => `${count.toLocaleString()} ${state}`).join(', ') : job.reason.text);

function Row({ job, top }) {
  return html`
    <div class="row" role="row" style=${{ top: `${top}px` }}>
      <span role="cell" title=${job.id}><${job.array ? ArrayLink : JobLink} id=${job.id} name=${named(job)} /> <span class="soft">${job.id}</span></span>
      <span role="cell"><${State} ...${job} /></span>
      <span role="cell">${job.user}</span>
      <span role="cell">${job.account}</span>
      <span role="cell" class="number">${job.nodes}</span>
      <span role="cell">${time(job.times.submitted)}</span>
      <span role="cell">${time(job.times.started ?? job.startsAt)}</span>
      <span role="cell">${time(job.times.ended)}</span>
      <span role="cell" class="number">${exitOf(job)}</span>
      <span role="cell" class="number">${money(job.cost)}</span>
      <span role="cell" class="soft" title=${why(job)}>${why(job)}</span>
    </div>`;
}

/** Array whose jobs are listed. */
function ArrayHead({ id, who }) {
  const { data: array, error } = useLive(`/v1/arrays/${id}`, (change) => change.many.includes('jobs') || change.jobs.some((job) => job.split('_')[0] === id));
  const { button, fault } = useCancelAll(`/v1/arrays/${id}`, array?.name || id);
  if (!array) {
    return html`<${Fault} error=${error} />`;
  }
  const mayCancel = !isOver(array.state) && mayUse(who, array.account);
  return html`
    <p>${array.name || array.id} <span class="soft">${array.array.indices}${array.array.most ? `, ${array.array.most} at a time` : ''}</span> <${Counts} counts=${array.array.counts} />
      ${mayCancel && html` ${button}`}</p>
    <${Fault} error=${fault} />`;
}

export function Jobs({ query, who }) {
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
    list?.look(first, last);
    if (list && last >= rows.length - MARGIN) {
      list.more();
    }
  }, [list, first, last, rows.length]);
  return html`
    <h1>Jobs</h1>
    ${query.array && html`<${ArrayHead} id=${query.array} who=${who} />`}
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
    <p class="soft" role="status">${rows.length === 0 && list?.isWhole ? 'No job matches.' : `${rows.length.toLocaleString()} ${rows.length === 1 ? 'job' : 'jobs'}${list?.isWhole ? '' : ', and more'}`}</p>`;
}
