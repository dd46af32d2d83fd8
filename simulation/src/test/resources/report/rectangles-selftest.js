// The self-test of the page of reservations: every step of every policy, by keys and by tools.

const expectStepsDrawn = () => {
  expectPlaced(document.querySelectorAll('#steps *'));
  const { step } = stepsView;
  expect(!/-0/.test(byId('steps').textContent), 'a time is less than 0');
  expect(document.querySelectorAll('#steps .taken').length === step.taken.length / 2, 'a taken rectangle is not drawn');
  expect(step.start < 0 || step.chosen >= 0, 'the taken rectangle is not feasible');
};

const meets = (one, other) => rangesOf(one).some(
  ([a, m]) => rangesOf(other).some(([b, n]) => a < b + n && b < a + m));

policies.forEach((_, at) => {
  choose(at);
  const press = (key) => byId('steps').dispatchEvent(new KeyboardEvent('keydown', { key }));
  press('Home');
  expect(stepsView.at === 0, 'Home does not go to the first request');
  for (let n = 0; n < stepsView.steps.length; n++) {
    const { step } = stepsView;
    expectStepsDrawn();
    expect(step.start < 0 || busyAt(stepsView.steps, n).every((piece) => piece.end <= step.start
      || step.end <= piece.start || !meets(piece.pairs, step.taken)), 'a taken rectangle is not free');
    press('ArrowDown');
    expectStepsDrawn();
    press('ArrowRight');
  }
  expect(stepsView.at === stepsView.steps.length - 1, 'the arrow does not stop at the last request');
  press('r');
  expectStepsDrawn();
  document.querySelectorAll('#steps-tools button').forEach((button) => button.click());
});
choose(0);
