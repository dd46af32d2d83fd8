// Graph of the jobs of a workflow: a layer for each length of the longest chain before a job, from left to right.
import { useEffect, useMemo, useRef, useState } from './vendor/preact-hooks.mjs';
import { html, visible } from './html.js';
import { money, time, withTimes } from './format.js';

const WIDTH = 136; // of a job, in px
const HEIGHT = 38;
const ACROSS = 188; // from one column to the next
const BETWEEN_COLUMNS = 150; // of one layer
const DOWN = 48; // from one row to the next
const MOST_ROWS = 24; // a layer with more jobs has several columns
const MOST_CHARS = 18;
const LEAST_ZOOM = 0.1;
const STEP = 50; // jobs drawn at a time, so that the page responds meanwhile

/** Returns the names of the jobs that a job follows. */
export const follows = (task) => [...(task.after ?? []), ...(task.afterAny ?? [])];
const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/**
 * Returns {nodes, width, height}: each job with its place, in the order of the layers. The jobs of a layer are in the
 * order of the jobs that they follow, so that few edges cross. Jobs are given after those that they follow.
 */
export function layout(tasks) {
  const places = new Map(); // by name
  const layers = [];
  tasks.forEach((task) => {
    const before = follows(task).map((name) => places.get(name)).filter((place) => place !== undefined);
    const layer = before.reduce((longest, place) => Math.max(longest, place.layer + 1), 0);
    const place = { task: task.task, layer, before, after: [] };
    before.forEach((each) => each.after.push(place));
    places.set(task.task, place);
    (layers[layer] ??= []).push(place);
  });
  const perColumn = layers.map((layer) => Math.ceil(layer.length / Math.ceil(layer.length / MOST_ROWS)));
  const rows = Math.max(1, ...perColumn);
  let left = 0;
  layers.forEach((layer, number) => {
    const most = perColumn[number];
    layer.forEach((place) => { place.rank = place.before.length > 0 ? mean(place.before.map((each) => each.y)) : 0; });
    layer.sort((one, other) => one.rank - other.rank);
    layer.forEach((place, at) => {
      place.x = left + Math.floor(at / most) * BETWEEN_COLUMNS;
      place.y = ((rows - most) / 2 + (at % most)) * DOWN;
    });
    left += (Math.ceil(layer.length / most) - 1) * BETWEEN_COLUMNS + ACROSS;
  });
  const nodes = layers.flat();
  nodes.forEach((place, at) => { place.at = at; });
  return { nodes, width: Math.max(WIDTH, left - ACROSS + WIDTH), height: rows * DOWN };
}

/** Returns the lines from jobs to those that follow them as one path. */
function path(edges) {
  return edges.map(([from, to]) => {
    const [x, y] = [from.x + WIDTH, from.y + HEIGHT / 2];
    const bend = Math.max(20, (to.x - x) / 2);
    return `M${x} ${y}C${x + bend} ${y} ${to.x - bend} ${to.y + HEIGHT / 2} ${to.x} ${to.y + HEIGHT / 2}`;
  }).join('');
}

/** Edges to some jobs, in one path. */
const Edges = ({ places }) => useMemo(() => html`<path d=${path(places.flatMap((to) => to.before.map((from) => [from, to])))} />`, [places[0], places.length]);

/** Returns jobs in lists of the size of a step. */
const stepsOf = (places) => places.flatMap((_, at) => (at % STEP === 0 ? [places.slice(at, at + STEP)] : []));

const short = (text) => (text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text);

/** Returns all about a job in one line. */
function about(task) {
  return [
    `${task.task}: ${task.state}`,
    task.start && `${time(task.start)} to ${time(task.finish)}`,
    task.nodes && `on ${task.nodes.join(', ')}`,
    task.cost && `cost ${money(task.cost)}`,
    task.critical && 'on the critical path',
    task.reason.text && withTimes(task.reason.text),
  ].filter(Boolean).join('; ');
}

/** Job of the graph, which is drawn again only if it has changed. */
function Node({ place, task, note }) {
  const seen = [place, task.state, task.start, task.finish, task.nodes?.join(), task.cost, task.critical, task.reason.text];
  return useMemo(() => drawn(place, task, note), seen);
}

function drawn(place, task, note) {
  const line = about(task);
  const show = () => note(line);
  return html`
    <a href=${`#/job/${encodeURIComponent(task.job)}`} class=${`state ${task.state}${task.critical ? ' critical' : ''}`} data-at=${place.at}
      tabindex=${place.at === 0 ? 0 : -1} aria-description=${line} transform=${`translate(${place.x} ${place.y})`} onFocus=${show} onPointerEnter=${show}>
      <rect width=${WIDTH} height=${HEIGHT} rx="6" /><text x="8" y="16" class="name">${short(task.task)}</text>${' '}
      <text x="8" y="31">${task.state}${task.start ? ` ${time(task.start)}` : ''}</text>
    </a>`;
}

/** Returns the job that a key moves to; undefined for other keys. */
function neighbour({ nodes }, at, key) {
  const place = nodes[at];
  const near = (step) => (nodes[at + step]?.layer === place.layer ? nodes[at + step] : undefined);
  return { ArrowLeft: place.before[0], ArrowRight: place.after[0], ArrowUp: near(-1), ArrowDown: near(1) }[key];
}

/** Returns up to which index items are drawn, which grows in steps up to their number. */
function useSteps(count) {
  const [drawn, setDrawn] = useState(STEP);
  useEffect(() => {
    const timer = drawn < count ? setTimeout(() => setDrawn(drawn + STEP)) : undefined;
    return () => clearTimeout(timer);
  }, [drawn, count]);
  return drawn;
}

/** Graph of the jobs of a workflow, which always has the same jobs and edges. */
export function Graph({ id, tasks }) {
  const [zoom, setZoom] = useState(1);
  const host = useRef(null);
  const line = useRef(null);
  const graph = useMemo(() => layout(tasks), [id]);
  const byName = new Map(tasks.map((task) => [task.task, task]));
  const isCritical = (place) => byName.get(place.task).critical;
  const count = useSteps(graph.nodes.length);
  const shown = graph.nodes.slice(0, count);
  const longest = path(shown.filter(isCritical).flatMap((to) => to.before.filter(isCritical).map((from) => [from, to])));
  const note = (text) => { line.current.textContent = visible(text); }; // drawing 2,000 jobs again would take too long
  const fit = () => setZoom(Math.max(LEAST_ZOOM, Math.min(1, host.current.clientWidth / graph.width)));
  const move = (event) => {
    const from = event.target.closest('[data-at]');
    const to = from && neighbour(graph, Number(from.dataset.at), event.key);
    if (to) {
      event.preventDefault();
      host.current.querySelector(`[data-at="${to.at}"]`)?.focus(); // absent if not drawn yet
    }
  };
  return html`
    <div class="tools">
      <button aria-label="Larger" onClick=${() => setZoom(Math.min(2, zoom * 1.4))}>+</button>
      <button aria-label="Smaller" onClick=${() => setZoom(Math.max(LEAST_ZOOM, zoom / 1.4))}>−</button>
      <button onClick=${fit}>Whole width</button>
    </div>
    <div class="graph" ref=${host} onKeyDown=${move}>
      <svg width=${graph.width * zoom + 4} height=${graph.height * zoom + 4} viewBox=${`-2 -2 ${graph.width + 4} ${graph.height + 4}`} role="group" aria-label="Jobs of the workflow">
        ${stepsOf(shown).map((places, at) => html`<${Edges} key=${at} places=${places} />`)}
        <path d=${longest} class="critical" />
        ${shown.map((place) => html`<${Node} key=${place.at} place=${place} task=${byName.get(place.task)} note=${note} />`)}
      </svg>
    </div>
    <p class="hint about" ref=${line}></p>
    <p class="hint">A job follows the jobs to its left. Thick: the critical path. Arrow keys move from job to job; Enter opens a job.</p>`;
}
