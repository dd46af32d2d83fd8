// The picture of the probes for each request: the window, the starts that each cluster rated, the
// starts that were tried, and the start that was taken.

const TOP = 26; // height above the first cluster, in pixels
const LANE = 58; // height of a cluster
const LANE_GAP = 8;

/** The slots of a step as rows, by cluster and start; `tried` is the first try that has the slot. */
function slotsOf(step) {
  return step.probes.flatMap((probe) => probe.starts.map((start, at) => {
    const { availability, makespan, completion, delayed, addedWait, mostDelayed, mostDelay } = probe;
    const tried = step.tries.find((one) => one.start === start && one.clusters.includes(probe.cluster));
    return {
      probe, start, tried, availability: availability[at], makespan: makespan[at], completion: completion[at], delayed: delayed[at],
      addedWait: addedWait[at], mostDelayed: mostDelayed[at], mostDelay: mostDelay[at],
      isTaken: step.start === start && step.places.includes(probe.cluster),
    };
  }));
}

const clusterNames = (clusters) => `cluster${clusters.length > 1 ? 's' : ''} ${clusters.join(' and ')}`;

class ProbeSteps extends RequestSteps {
  /** processors: of each cluster. */
  constructor(place, parts, processors) {
    super(place, parts, 'request');
    this.processors = processors;
  }

  idOf(step) {
    return step.id;
  }

  isRefused(step) {
    return step.start < 0;
  }

  get slots() {
    if (this.slotsStep !== this.step) {
      this.slotsStep = this.step;
      this.ownSlots = slotsOf(this.step);
    }
    return this.ownSlots;
  }

  get choices() {
    return this.slots.length;
  }

  /** The slot that was taken, otherwise the first slot that was tried, otherwise the most available slot. */
  get choice() {
    const best = Math.max(...this.slots.map((slot) => slot.availability));
    return [(slot) => slot.isTaken, (slot) => slot.tried?.number === 1, (slot) => slot.availability === best]
      .map((wanted) => this.slots.findIndex(wanted)).find((at) => at >= 0) ?? -1;
  }

  /** The shown time: the window, without its end if it is much longer than the distance between its starts. */
  get window() {
    const { ready, due, duration, submit } = this.step;
    const first = Math.max(ready, submit);
    const apart = due - duration - first;
    const to = apart > 0 ? Math.min(due, first + 4 * apart) : Math.max(due, first + 1);
    const margin = Math.max(1, 0.03 * (to - first));
    return [ready - margin, to + margin];
  }

  draw() {
    const { step, slots } = this;
    const width = Math.max(260, this.place.clientWidth);
    const [left, bottom, right] = [width > 600 ? 104 : 62, 24, 10];
    const height = TOP + Math.max(1, step.probes.length) * (LANE + LANE_GAP) + bottom;
    const [from, to] = this.window;
    const x = (tick) => left + ((Math.max(from, Math.min(to, tick)) - from) / (to - from)) * (width - left - right);
    const picture = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': this.sentence() });
    const isCut = step.due > to;
    picture.append(
      svg('path', { d: `M${x(step.ready)} ${TOP - 4} v-8 H${x(step.due)}${isCut ? '' : ' v8'}`, fill: 'none', stroke: 'var(--mark)' }),
      pictureText(isCut ? 'window →' : 'window', { x: x(step.ready) + 4, y: TOP - 15 }));
    step.probes.forEach((probe, lane) => {
      const y = TOP + lane * (LANE + LANE_GAP);
      picture.append(
        svg('rect', { x: left, y, width: width - left - right, height: LANE, fill: 'var(--vacant)' }),
        pictureText(width > 600 ? `cluster ${probe.cluster}` : `cl. ${probe.cluster}`, { x: 4, y: y + 16, fill: 'var(--ink)' }),
        pictureText(`${count(this.processors[probe.cluster])} proc.`, { x: 4, y: y + 32 }),
        pictureText('1', { x: left - 6, y: y + 14, 'text-anchor': 'end' }),
        pictureText('0', { x: left - 6, y: y + LANE, 'text-anchor': 'end' }));
    });
    slots.forEach((slot, at) => picture.append(...this.slotMarks(slot, at, x)));
    picture.append(...timeLabels(from, to, width - left, x, height - 8));
    this.place.replaceChildren(picture);
    this.words.replaceChildren(this.sentence(), el('br'), this.slotSentence());
    this.showSlots();
  }

  /** A slot as a bar with the height of its availability; a slot that must not be tried is a point. */
  slotMarks(slot, at, x) {
    const { step } = this;
    const bottom = TOP + step.probes.indexOf(slot.probe) * (LANE + LANE_GAP) + LANE;
    const isMarked = at === this.marked;
    const { starts } = slot.probe;
    const apart = (x(starts[starts.length - 1]) - x(starts[0])) / Math.max(1, starts.length - 1);
    const wide = Math.max(1.5, Math.min(12, 0.7 * (apart || 99)));
    const height = slot.availability * (LANE - 8);
    const rated = slot.delayed > 0 ? 'var(--user-3)' : 'var(--accent)';
    const fill = slot.isTaken ? 'var(--user-1)' : slot.tried ? 'var(--user-4)' : rated;
    const click = (mark) => {
      mark.addEventListener('click', () => this.mark(at));
      return mark;
    };
    const marks = [];
    if (isMarked || slot.isTaken) {
      const begin = x(slot.start);
      marks.push(svg('rect', {
        x: begin, y: bottom - LANE, width: Math.max(1, x(slot.start + step.duration) - begin), height: LANE, fill: slot.isTaken ? 'var(--user-1)' : 'var(--accent)',
        'fill-opacity': 0.2, class: 'span',
      }));
    }
    marks.push(slot.availability > 0
      ? click(svg('rect', {
        x: x(slot.start) - wide / 2, y: bottom - height, width: wide, height, fill, stroke: isMarked ? 'var(--mark)' : 'none', 'stroke-width': 1.5,
        class: slot.isTaken ? 'slot taken' : 'slot',
      }))
      : click(svg('circle', {
        cx: x(slot.start), cy: bottom - 4, r: isMarked ? 4 : 2.5, fill: 'none', stroke: isMarked ? 'var(--mark)' : 'var(--soft)', 'stroke-width': isMarked ? 2 : 1, class: 'slot',
      })));
    return marks;
  }

  sentence() {
    const { id, submit, processors, duration, ready, due, clusters, start, places, withdrawn, words, probed, tried, probes } = this.step;
    const rated = probes.reduce((sum, probe) => sum + probe.rated, 0);
    const hidden = probed > probes.length ? `, of which ${count(probes.length)} are shown` : '';
    const asked = `Request ${count(this.at + 1)}, made of job ${id}, at ${clock(submit, SECOND)}: ${count(processors)} processors for ${lasting(duration)} between `
      + `${clock(ready, SECOND)} and ${clock(due, SECOND)} on ${clusters === 1 ? 'one cluster' : `${clusters} clusters at one start`}. `
      + `Clusters probed: ${count(probed)}${hidden}; starts rated: ${count(rated)}; placements tried: ${count(tried)}. `;
    if (start < 0) {
      return `${asked}It is ${words}.`;
    }
    return `${asked}It is granted at ${clock(start, SECOND)} on ${clusterNames(places)}${withdrawn < 0 ? '' : `; at ${clock(withdrawn, SECOND)} it is withdrawn`}.`;
  }

  /** Text of the plan for the marked slot. */
  slotSentence() {
    const slot = this.slots[this.marked];
    if (!slot) {
      return '';
    }
    const place = `Marked: cluster ${slot.probe.cluster} at ${clock(slot.start, SECOND)}, availability ${fixed(slot.availability, 4)}`;
    if (slot.makespan < 0) {
      return `${place}, without a plan.`;
    }
    const delays = slot.delayed === 0 ? 'no job is planned later'
      : `${count(slot.delayed)} jobs are planned later, by ${lasting(slot.addedWait)} together, job ${slot.mostDelayed} most, by ${lasting(slot.mostDelay)}`;
    return `${place}: ${delays}.`;
  }

  showSlots() {
    const marked = this.slots[this.marked];
    if (!marked) {
      this.list.replaceChildren();
      return;
    }
    const { probe } = marked;
    const rows = this.slots.filter((slot) => slot.probe === probe);
    const isPlanned = rows.some((slot) => slot.makespan >= 0);
    const planned = (name, hint, text) => ({ name, hint, cell: (slot) => (slot.makespan < 0 ? '–' : text(slot)) });
    const alone = isPlanned
      ? `; without the request the makespan is planned to be ${lasting(probe.plannedMakespan)}, the mean completion ${lasting(probe.plannedCompletion)}` : '';
    this.list.replaceChildren(table({
      rows,
      page: 100,
      chosen: (slot) => slot === marked,
      caption: `Cluster ${probe.cluster}, backlog ${lasting(probe.backlog)}, ${rows.length < probe.rated ? `${count(rows.length)} of ` : ''}`
        + `${count(probe.rated)} starts${alone}`,
      columns: [
        { name: 'start', left: true, cell: (slot) => clock(slot.start, SECOND) },
        { name: 'availability', cell: (slot) => fixed(slot.availability, 4) },
        ...(isPlanned ? [
          planned('makespan', 'Planned: from now to the last end of a job', (slot) => lasting(slot.makespan)),
          planned('completion', 'Planned: mean from submission to end of the jobs', (slot) => lasting(slot.completion)),
          planned('delayed', 'Jobs planned later than without the request', (slot) => count(slot.delayed)),
          planned('added wait', 'Sum of the planned delays of these jobs', (slot) => lasting(slot.addedWait)),
          planned('most delayed', 'The job with the greatest planned delay, and that delay',
            (slot) => (slot.delayed > 0 ? `job ${slot.mostDelayed}, ${lasting(slot.mostDelay)}` : '–')),
        ] : []),
        { name: 'outcome', left: true, className: 'text', cell: (slot) => this.became(slot) },
      ],
    }));
  }

  became({ tried, isTaken, availability }) {
    if (isTaken) {
      return `try ${tried?.number ?? this.step.tried}: taken`;
    }
    if (tried) {
      return `try ${tried.number}: ${tried.words}`;
    }
    return availability > 0 ? '' : 'must not be tried';
  }
}
