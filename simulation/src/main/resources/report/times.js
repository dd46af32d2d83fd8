// Times as text.

/** A time as a day and an hour, in the precision that steps of this length need. */
function clock(tick, step) {
  const two = (value) => String(value).padStart(2, '0');
  const day = `day ${exact.format(Math.floor(tick / DAY))}`;
  if (step >= DAY) {
    return day;
  }
  const rest = tick % DAY;
  const minutes = `${two(Math.floor(rest / HOUR))}:${two(Math.floor((rest % HOUR) / MINUTE))}`;
  return `${day} ${step >= MINUTE ? minutes : `${minutes}:${two(Math.floor((rest % MINUTE) / SECOND))}`}`;
}

/** A length of time in its two largest units. */
function lasting(ticks) {
  const units = [['d', DAY], ['h', HOUR], ['min', MINUTE], ['s', SECOND]];
  const at = units.findIndex(([, size]) => ticks >= size);
  if (at < 0 || at === 3) {
    return `${exact.format(ticks / SECOND)} s`;
  }
  const [[name, size], [next, part]] = [units[at], units[at + 1]];
  const rest = Math.floor((ticks % size) / part);
  return `${exact.format(Math.floor(ticks / size))} ${name}${rest ? ` ${rest} ${next}` : ''}`;
}
