// The self-test of the page of flexible reservations: every request of every method, by keys and by
// tools, and the points of the plots.

const drawn = (selector) => document.querySelectorAll(selector).length;

const expectProbesDrawn = () => {
  expectPlaced(document.querySelectorAll('#steps *'));
  const { step, slots } = stepsView;
  expect(drawn('#steps .slot') === slots.length, 'a slot is not drawn');
  expect(drawn('#steps .taken') === step.places.length, 'a taken slot is not drawn');
  const marked = slots[stepsView.marked];
  expect(drawn('#steps-table tr.chosen') === (marked ? 1 : 0), 'the marked slot is not in the table');
};

/** Checks that the tables of a step agree. */
const expectSound = (step) => {
  step.probes.forEach((probe) => expect(
    probe.starts.every((start, at) => start >= step.ready && start + step.duration <= step.due
      && probe.availability[at] >= 0 && probe.availability[at] <= 1 && probe.delayed.length === probe.starts.length),
    'a start is outside its window'));
  const taken = stepsView.slots.filter((slot) => slot.isTaken);
  expect(taken.every((slot) => slot.availability > 0 && slot.tried?.words === 'it is free'), 'a taken slot was not free');
  expect(step.start < 0 || taken.length === step.clusters, 'a cluster of the reservation is missing');
};

const useSteps = () => {
  const press = (key) => byId('steps').dispatchEvent(new KeyboardEvent('keydown', { key }));
  press('Home');
  expect(stepsView.at === 0, 'Home does not go to the first request');
  for (let n = 0; n < stepsView.steps.length; n++) {
    expect(stepsView.at === n, 'the arrow does not go to the next request');
    expectSound(stepsView.step);
    expectProbesDrawn();
    const before = stepsView.marked;
    press('ArrowDown');
    expect(stepsView.choices < 2 || stepsView.marked !== before, 'the arrow marks no other start');
    expectProbesDrawn();
    press('ArrowUp');
    expect(stepsView.marked === before, 'the arrows do not go back');
    press('ArrowRight');
  }
  ['ArrowDown', 'ArrowUp', 'End'].forEach(press);
  expect(stepsView.at === Math.max(0, stepsView.steps.length - 1), 'the arrow does not stop at the last request');
  document.querySelector('#steps .slot')?.dispatchEvent(new MouseEvent('click'));
  expect(drawn('#steps .slot') === 0 || stepsView.marked === 0, 'a click does not mark a slot');
  press('r');
  expect(stepsView.steps.every((step) => step.start >= 0) || stepsView.step.start < 0, 'R does not go to a refused request');
  document.querySelectorAll('#steps-tools button').forEach((button) => button.click());
  expect(!stepsView.find('none such') && byId('steps-words').textContent.startsWith('No such'), 'an unknown request is found');
};

const usePlot = (plot) => {
  const { points, total } = run.calibration;
  expect(plot.circles.length === points.length && points.length <= total, 'a point is missing');
  expect(byId('calibration').hidden === (total === 0), 'plots are shown without points');
  if (total === 0) {
    return;
  }
  expectPlaced(plot.host.querySelectorAll('*'));
  points.forEach((point, at) => {
    const frame = plot.host.getBoundingClientRect(); // a click scrolls the page
    const [x, y] = ['cx', 'cy'].map((name) => Number(plot.circles[at].getAttribute(name)));
    expect(x >= plot.box.left && x <= plot.box.right && y >= plot.box.top && y <= plot.box.bottom, 'a point is outside its plot');
    const place = { clientX: frame.left + x, clientY: frame.top + y };
    plot.host.dispatchEvent(new PointerEvent('pointermove', place));
    expect(!byId('tip').hidden && byId('tip').textContent.includes('Request of job'), 'a point has no tooltip');
    expectTipInWindow();
    plot.host.dispatchEvent(new MouseEvent('click', place));
    const shown = stepsView.step.id; // another point may be as near
    expect(points.some((other) => other.request === shown), 'a click does not go to the request of a point');
  });
  plot.host.dispatchEvent(new PointerEvent('pointerleave'));
  expect(byId('tip').hidden, 'the tooltip stays');
};

policies.forEach((_, at) => {
  choose(at);
  useSteps();
  plots.forEach(usePlot);
  expect(drawn('#clusters tbody tr') === policies[at].byCluster.length, 'a cluster is missing');
});
choose(0);
