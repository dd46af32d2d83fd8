// A picture of one request after the other, with the tools and keys to step through the requests.

/**
 * Functions of a page of requests: idOf(step), isRefused(step), choices (number of choices at the shown
 * step) and choice (the choice marked at first), sentence(), and draw(), which shows the step with the
 * marked choice.
 */
class RequestSteps {
  /** noun: name of the things that the ids of requests identify. */
  constructor(place, { tools, words, list, note }, noun) {
    Object.assign(this, { place, words, list, note, noun });
    this.at = 0;
    this.marked = -1;
    const button = (text, title, click) => el('button', { type: 'button', title, click }, text);
    this.slider = el('input', {
      type: 'range', min: 0, value: 0, 'aria-label': 'Request', input: () => this.show(Number(this.slider.value)),
    });
    this.field = el('input', {
      type: 'search', placeholder: noun, 'aria-label': noun, change: () => this.find(this.field.value.trim()),
    });
    tools.append(
      button('←', 'The previous request', () => this.show(this.at - 1)), this.slider,
      button('→', 'The next request', () => this.show(this.at + 1)),
      button('next refused', 'The next request that was refused', () => this.nextRefused()), this.field);
    place.addEventListener('keydown', (event) => this.key(event));
    addEventListener('resize', () => this.redraw());
  }

  /** Shows the steps of another policy. */
  set(steps, total) {
    this.steps = steps;
    this.note.hidden = steps.length >= total;
    this.note.textContent = `The first ${count(steps.length)} of ${count(total)} requests; metasched explain shows the others.`;
    this.slider.max = Math.max(0, steps.length - 1);
    this.show(Math.min(this.at, steps.length - 1));
  }

  show(at) {
    if (this.steps.length === 0) {
      [this.place, this.words, this.list].forEach((part) => part.replaceChildren());
      return;
    }
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
    this.slider.value = this.at;
    this.marked = this.choice;
    this.draw();
  }

  redraw() {
    if (this.steps?.length > 0) {
      this.draw();
    }
  }

  get step() {
    return this.steps[this.at];
  }

  /** Shows a request by its id; false if it is not among the steps. */
  find(id) {
    const at = this.steps.findIndex((step) => String(this.idOf(step)) === id);
    if (at >= 0) {
      this.show(at);
    } else if (id) {
      this.words.textContent = `No such ${this.noun} among these requests.`;
    }
    return at >= 0;
  }

  nextRefused() {
    const n = this.steps.length;
    for (let way = 1; way <= n; way++) {
      if (this.isRefused(this.steps[(this.at + way) % n])) {
        this.show((this.at + way) % n);
        return;
      }
    }
  }

  mark(choice) {
    const n = this.steps.length > 0 ? this.choices : 0;
    if (n > 0) {
      this.marked = (choice + n) % n;
      this.draw();
    }
  }

  key(event) {
    const act = {
      ArrowLeft: () => this.show(this.at - 1),
      ArrowRight: () => this.show(this.at + 1),
      ArrowUp: () => this.mark(this.marked - 1),
      ArrowDown: () => this.mark(this.marked + 1),
      Home: () => this.show(0),
      End: () => this.show(this.steps.length - 1),
      r: () => this.nextRefused(),
      R: () => this.nextRefused(),
    }[event.key];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      act();
    }
  }
}

/** Text in a picture. */
const pictureText = (content, attributes) => svg('text', { 'font-size': 11, fill: 'var(--soft)', ...attributes }, content);

/** Round times below a picture, at the positions that `x` returns. */
function timeLabels(from, to, width, x, y) {
  const { times, step } = roundTimes(from, to, Math.max(2, width / 120));
  return times.filter((time) => time >= 0).map((time) => pictureText(clock(time, step), { x: x(time), y, 'text-anchor': 'middle' }));
}
