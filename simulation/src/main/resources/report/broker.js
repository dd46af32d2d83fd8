// Builds the page of brokers and agents from the data embedded in it.

const summary = block('summary');
const policies = summary.policies;
let chosen = 0;

const load = (value) => (value === null ? '–' : `${fixed(value, 1)} %`);
const METRICS = [
  'placed', 'placedShare', 'unplaced', 'cancelled', 'taskSpread', 'fairness', 'meanIntervalLoad',
  'meanLoad', 'highestLoad', 'rounds', 'retries', 'refusedHolds', 'messages',
];

function showAgents() {
  const agents = ranked(policies[chosen].byAgent, (row) => row.tasks).map((row) => ({ policy: `agent ${row.agent}`, tasks: row.tasks }));
  byId('agents').replaceChildren(...cards([['Tasks', 'per agent', (row) => row.tasks, count]], agents));
}

/** The loads of the nodes of one agent: a row for each node, a bar for each interval. */
class LoadRows {
  constructor(host, agent, until, most) {
    Object.assign(this, { host, agent, until, most, width: 0 });
    host.classList.add('plot');
    drawAtEachWidth(host, this);
    host.addEventListener('pointerleave', () => tip.hide());
    this.draw();
  }

  draw() {
    this.width = this.host.clientWidth;
    const left = 96;
    const right = this.width - 14;
    const row = 26;
    const height = row * this.agent.nodes.length + 26;
    const x = (tick) => left + (tick / Math.max(1, this.until)) * (right - left);
    const bars = this.agent.nodes.flatMap((node, at) => {
      const floor = (at + 1) * row - 3;
      const name = svg('text', { x: left - 8, y: floor - 6, 'text-anchor': 'end' }, `node ${node.node}`);
      const line = svg('line', { class: 'grid', x1: left, x2: right, y1: floor, y2: floor });
      return [line, name, ...node.load.map((value, n) => this.bar(node, n, value, x, floor, row - 6))];
    });
    const times = roundTimes(0, this.until, Math.max(2, this.width / 130));
    const axis = times.times.map((time) => svg('text', {
      x: x(time), y: height - 6, 'text-anchor': x(time) > right - 30 ? 'end' : 'middle',
    }, clock(time, times.step)));
    this.host.replaceChildren(svg('svg', {
      height, role: 'img', 'aria-label': `Load of the nodes of agent ${this.agent.agent} over time`,
    }, ...bars, ...axis));
  }

  bar(node, at, value, x, floor, room) {
    const from = node.start[at];
    const to = node.start[at + 1] ?? node.end;
    const height = (room * value) / this.most;
    const bar = svg('rect', {
      x: x(from), width: Math.max(0.5, x(to) - x(from)), y: floor - height, height,
      style: 'fill: var(--accent)', 'fill-opacity': 0.25 + (0.75 * value) / this.most,
    });
    bar.addEventListener('pointermove', (event) => tip.show(event.clientX, event.clientY,
      el('h4', {}, `Agent ${this.agent.agent}, node ${node.node}`),
      pairs([['from', `${units(from)} s`], ['to', `${units(to)} s`], ['load', `${value} %`], ['tasks', count(node.tasks[at])]])));
    return bar;
  }
}

function showLoads() {
  const { agents, until, left } = block(`run-${chosen}`);
  const note = byId('loads-note');
  note.hidden = left === 0;
  note.textContent = `${count(left)} intervals are not shown; placements.csv has all placements.`;
  byId('loads').replaceChildren(...agents.flatMap((agent) => [el('h3', {}, `Agent ${agent.agent}`), el('div')]));
  const hosts = [...byId('loads').querySelectorAll('div')];
  agents.forEach((agent, at) => new LoadRows(hosts[at], agent, until, 100));
}

function showReasons() {
  byId('reasons').replaceChildren(table({
    rows: policies[chosen].byReason,
    columns: [
      { name: 'reason', left: true, cell: (row) => row.reason.replace('_', ' ') },
      { name: 'tasks', cell: (row) => count(row.unplaced) },
    ],
  }));
}

/** Shows another policy in all sections below the picker. */
function choose(at) {
  chosen = at;
  markPicked(at);
  showPolicyTable(policies, chosen, metricColumns(summary.metrics.run, METRICS, policies));
  showAgents();
  showLoads();
  showReasons();
}

const { facts } = summary;
showHead(summary, summary.scenario, 'broker', [
  ['Agents', count(facts.agents)], ['Nodes', count(facts.nodes)], ['Brokers', count(facts.brokers)],
  ['Tasks', count(facts.tasks)], ['Load limit of a node', `${facts.mostLoad} %`],
  ['Task limit of a node', count(facts.mostTasks)],
  ['Delay of a message, s', facts.leastDelay === facts.mostDelay ? units(facts.leastDelay) : `${units(facts.leastDelay)} to ${units(facts.mostDelay)}`],
]);
showDeployment(summary);
showPolicyBars(policies, [
  ['Performance', 'share of tasks', (p) => p.placedShare, percent],
  ['Fairness', "Jain's index", (p) => p.fairness, (value) => fixed(value, 3)],
  ['Load', 'per cent, over time', (p) => p.meanLoad, load],
  ['Highest load', 'per cent', (p) => p.highestLoad, load],
]);
showPicker(policies, choose);
choose(0);
startThemes();
