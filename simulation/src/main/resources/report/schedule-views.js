// Parts shared by pages about schedules of rigid jobs: policies side by side, load over time, the chart's
// colours. A page has its METRICS (keys), its COLOURINGS, its gantt, barsOf (from the data of a run),
// firstColouring and showMore.

const replay = block('summary');
const policies = replay.policies;
let chosen = 0;
let run;
let colouring;

const useChart = new CurveChart(byId('use'));
const queueChart = new CurveChart(byId('queue'));

/** Policies with the style of their curves. */
const curves = (values) => policies.map((p, at) => ({
  name: p.policy, colour: `--user-${at % COLOURS}`, dash: DASHES[at % DASHES.length], strong: at === chosen && policies.length > 1,
  values: values(p, at),
}));

/** The values of a course up to the end of a policy's last job. */
function untilEnd({ course: { fromTick, binTicks, lastEndTick } }, values) {
  return values.slice(0, Math.max(0, Math.ceil((lastEndTick - fromTick) / binTicks - 1e-9)));
}

function showLoad() {
  const { fromTick, binTicks, usedShare } = policies[0].course;
  const edges = [...usedShare, 0].map((_, bin) => fromTick + bin * binTicks);
  byId('load-note').textContent =
    `Means over ${usedShare.length} equal lengths of time of ${lasting(Math.round(binTicks))} each.`;
  const over = {
    xs: edges,
    steps: true,
    marks: (width) => {
      const { times, step } = roundTimes(edges[0], edges[edges.length - 1], Math.max(2, width / 130));
      return times.map((time) => [time, clock(time, step)]);
    },
    title: (from) => `${clock(from, MINUTE)} to ${clock(from + binTicks, MINUTE)}`,
  };
  useChart.set({
    ...over, label: 'Share of processors in use over time', format: (share) => percent(share ?? null), yText: (share) => `${Math.round(100 * share)} %`,
    series: curves((p) => untilEnd(p, p.course.usedShare)),
  });
  const most = Math.max(...policies.flatMap((p) => p.course.waiting));
  queueChart.set({
    ...over, label: 'Waiting jobs over time', format: (jobs) => fixed(jobs, 1), yText: (jobs) => onAxis(jobs, most),
    series: curves((p) => untilEnd(p, p.course.waiting)),
  });
}

/** The groups with the most processor time, which get their own colours, in the order of their numbers. */
function coloured(groups) {
  const { processors, run: length } = run.jobs;
  const work = new Map();
  groups.forEach((group, job) => work.set(group, (work.get(group) ?? 0) + processors[job] * length[job]));
  return colouredGroups(work);
}

/** Sizes as classes: 1, 2, up to 4, up to 8 processors and so on. */
const BY_SIZE = {
  groups: () => Int32Array.from(run.jobs.processors, (size) => 2 ** Math.ceil(Math.log2(Math.max(1, size)))),
  name: (size) => (size <= 2 ? `${size}` : `up to ${count(size)}`), rest: 'other sizes',
};

/** Colours the jobs of the chart by one of the page's COLOURINGS: {groups, name, rest}. */
function colourBy(name) {
  colouring = name;
  const { groups: of, name: named, rest } = COLOURINGS[name];
  const groups = of();
  const { own, others } = coloured(groups);
  const keys = groupButtons(gantt, own, 'Shows only these jobs', named);
  const by = Object.keys(COLOURINGS).map((other) => el('button', {
    type: 'button', class: 'colouring', 'aria-pressed': String(other === name), click: () => colourBy(other),
  }, `by ${other}`));
  byId('legend').replaceChildren(el('span', { class: 'key' }, 'Colours'), ...by, ...keys,
    ...(others > 0 ? [legendKey(others === 1 ? `1 ${rest.slice(0, -1)}` : `${count(others)} ${rest}`, background('--user-other'))] : []),
    legendKey('free', background('--vacant')));
  gantt.colourBy(groups, own);
}

function showChart(bars) {
  const note = byId('chart-note');
  note.hidden = run.shownUntilTick < 0;
  note.textContent = `The chart ends at ${clock(run.shownUntilTick, SECOND)}: it has the ${count(run.count)} of ${count(run.total)} jobs `
    + 'that start first. All jobs are in jobs.csv; everything else here is about all jobs.';
  gantt.set(bars);
  colourBy(colouring ?? firstColouring());
}

/** Shows another policy in all sections below the picker. */
function choose(at) {
  chosen = at;
  const bars = barsOf(block(`run-${at}`)); // read again, so that only one run is in memory
  run = bars.run;
  markPicked(at);
  showPolicyTable(policies, chosen, metricColumns(replay.metrics.run, METRICS, policies));
  showLoad();
  showChart(bars);
  showMore();
}

/** Shows the whole page; `showUser` and `userNumber` are passed to the tools of the chart. */
function startPage(measures, showUser, userNumber) {
  showPolicyBars(policies, measures);
  showPercentiles(replay);
  showPicker(policies, choose);
  byId('chart-tools').append(...chartTools(gantt, 'No such job in this chart.', showUser, userNumber));
  choose(0);
  startThemes();
}
