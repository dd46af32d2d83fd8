// JVMs of a run over several: their actors and the traffic between them.

const jvmName = (jvm) => (jvm === 0 ? 'caller' : `JVM ${jvm}`);

/** 0, 1, 2, 5 as «0–2, 5». */
function ranges(numbers) {
  const found = [];
  for (const number of numbers) {
    const last = found[found.length - 1];
    if (last && last[1] === number - 1) {
      last[1] = number;
    } else {
      found.push([number, number]);
    }
  }
  return found.map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`)).join(', ') || '–';
}

const kilobytes = (bytes) => fixed(bytes / 1024, bytes < 10240 ? 1 : 0);

/** A matrix of senders and receivers; the more bytes, the stronger the colour. */
class TrafficChart {
  constructor(host, jvms, traffic) {
    Object.assign(this, { host, jvms, traffic, width: 0 });
    host.classList.add('plot', 'traffic');
    drawAtEachWidth(host, this);
    host.addEventListener('pointerleave', () => tip.hide());
    this.draw();
  }

  draw() {
    this.width = this.host.clientWidth;
    const margin = 58;
    const size = Math.max(8, Math.min(64, (Math.min(this.width, 720) - margin) / this.jvms.length));
    const side = margin + size * this.jvms.length;
    const at = new Map(this.jvms.map((jvm, n) => [jvm.jvm, margin + n * size]));
    const most = Math.max(1, ...this.traffic.map((t) => t.bytes));
    const labelled = size >= 16;
    const cell = (from, to, t) => {
      const square = svg('rect', {
        x: at.get(to) + 1, y: at.get(from) + 1, width: size - 2, height: size - 2, rx: 2,
        class: t ? 'sent' : from === to ? 'self' : 'none', 'fill-opacity': t ? 0.15 + 0.85 * Math.sqrt(t.bytes / most) : 1,
      });
      square.addEventListener('pointermove', (event) => tip.show(event.clientX, event.clientY,
        el('h4', {}, from === to ? `${jvmName(from)}, within itself` : `${jvmName(from)} to ${jvmName(to)}`),
        pairs(from === to ? [['over the network', 'nothing']]
          : [['messages', count(t?.messages ?? 0)], ['kB', kilobytes(t?.bytes ?? 0)],
            ['bytes each', t ? fixed(t.bytes / t.messages) : '–']])));
      return square;
    };
    const sent = new Map(this.traffic.map((t) => [`${t.from} ${t.to}`, t]));
    const cells = this.jvms.flatMap(({ jvm: from }) => this.jvms.map(
      ({ jvm: to }) => cell(from, to, sent.get(`${from} ${to}`))));
    const names = this.jvms.flatMap(({ jvm }, n) => (labelled || n % 4 === 0 ? [
      svg('text', { x: margin - 6, y: at.get(jvm) + size / 2 + 4, 'text-anchor': 'end' }, jvmName(jvm)),
      svg('text', { x: at.get(jvm) + size / 2, y: margin - 8, 'text-anchor': 'middle' }, String(jvm)),
    ] : []));
    const title = svg('text', { x: margin, y: margin - 26 }, 'to');
    const from = svg('text', { x: margin - 6, y: margin - 8, 'text-anchor': 'end' }, 'from');
    const picture = svg('svg', { height: side, role: 'img', 'aria-label': 'Bytes from each JVM to each other JVM' },
      title, from, ...names, ...cells);
    this.host.replaceChildren(picture);
  }
}

/** Shows the section, if the run was over several JVMs. */
function showDeployment({ topology, traffic }) {
  if (!topology) {
    return;
  }
  byId('jvms-section').hidden = false;
  const owners = topology[0].domains ? 'domains' : 'providers';
  const of = (some, field) => traffic.filter(some).reduce((total, t) => total + t[field], 0);
  const sentBy = (jvm, field) => of((t) => t.from === jvm, field);
  const gotBy = (jvm, field) => of((t) => t.to === jvm, field);
  byId('jvms-note').textContent = `${count(topology.length - 1)} JVMs, and the JVM of the command, which had the clock of the run. `
    + `${count(of(() => true, 'messages'))} messages, ${kilobytes(of(() => true, 'bytes'))} kB (of 1024 bytes) were sent between them in the runs of all policies.`;
  byId('jvms').append(table({
    rows: topology,
    columns: [
      { name: 'JVM', left: true, cell: (row) => jvmName(row.jvm) },
      { name: 'place', left: true, cell: (row) => row.place },
      { name: 'roles', left: true, className: 'text', cell: (row) => row.roles.join(', ') },
      { name: owners, left: true, className: 'text', hint: 'Numbers of the owners on this JVM', cell: (row) => ranges(row[owners]) },
      { name: 'metaschedulers', left: true, hint: 'Numbers of their organizations', cell: (row) => ranges(row.metaschedulers) },
      { name: 'users', cell: (row) => count(row.users) },
      { name: 'sent', hint: 'Messages to other JVMs', cell: (row) => count(sentBy(row.jvm, 'messages')) },
      { name: 'kB sent', cell: (row) => kilobytes(sentBy(row.jvm, 'bytes')) },
      { name: 'received', hint: 'Messages from other JVMs', cell: (row) => count(gotBy(row.jvm, 'messages')) },
      { name: 'kB got', cell: (row) => kilobytes(gotBy(row.jvm, 'bytes')) },
    ],
  }));
  new TrafficChart(byId('traffic'), topology, traffic);
}
