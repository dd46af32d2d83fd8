// Display formats: times in the time zone of the reader, durations, money.

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
const HOUR = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hour12: false });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

const today = (date) => date.toDateString() === new Date().toDateString();

/** Returns a time as text, with the day if it is not today. */
export function time(text) {
  if (!text) {
    return '';
  }
  const date = new Date(text);
  return today(date) ? TIME.format(date) : `${DAY.format(date)} ${TIME.format(date)}`;
}

/** Returns a sentence of the service with all times in the time zone of the reader. */
export const withTimes = (text) => text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (stamp) => time(stamp));

/** Returns a time as text for a chart of one day. */
export const hour = (at) => HOUR.format(new Date(at));

/** Returns a time as text for a chart: hours and minutes, with the day if it is not today. */
export function clock(at) {
  const date = new Date(at);
  return today(date) ? HOUR.format(date) : `${DAY.format(date)} ${HOUR.format(date)}`;
}

/** Returns the time zone in which times are shown. */
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns seconds as text: 1:02:03, 2:03, 4.2 s. */
export function seconds(value) {
  if (value < 60) {
    return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} s`;
  }
  const whole = Math.round(value);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/**
 * Returns the time between two instants, or until now, as text; never negative, because the service's clock may be
 * ahead.
 */
export const between = (from, to) => seconds(Math.max(0, new Date(to ?? Date.now()) - new Date(from)) / 1000);

const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Returns a duration of the API in milliseconds; undefined if the text is not a duration. */
export function isoMillis(iso) {
  const found = ISO.exec(iso ?? '');
  if (!found) {
    return undefined;
  }
  const [days, hours, minutes, rest] = found.slice(1).map((part) => Number(part ?? 0));
  return 1000 * (((days * 24 + hours) * 60 + minutes) * 60 + rest);
}

/** Returns a duration of the API as text. */
export function duration(iso) {
  const millis = isoMillis(iso);
  return millis === undefined ? iso ?? '' : seconds(millis / 1000);
}

/**
 * Returns a duration in a user's format, such as 90 (minutes), 1:30:00 or 2-00:00:00, in the format of the API;
 * undefined if the text is not a duration.
 */
export function isoDuration(text) {
  const found = /^(?:(\d{1,4})-)?(\d{1,6})(?::(\d{1,2}))?(?::(\d{1,2}))?$/.exec(text.trim());
  if (!found) {
    return undefined;
  }
  const [days, first, second, third] = found.slice(1);
  let whole;
  if (days !== undefined) {
    whole = ((Number(days) * 24 + Number(first)) * 60 + Number(second ?? 0)) * 60 + Number(third ?? 0);
  } else if (third !== undefined) {
    whole = (Number(first) * 60 + Number(second)) * 60 + Number(third);
  } else {
    whole = Number(first) * 60 + Number(second ?? 0);
  }
  return whole > 0 ? `PT${whole}S` : undefined;
}

/** Returns an amount of money without trailing zeros. */
export const money = (text) => (text === undefined ? '' : text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''));

/**
 * Returns the difference of two amounts of money, computed exactly, because amounts may exceed the range of exact
 * numbers.
 */
export function difference(one, other) {
  const milli = BigInt(one.replace('.', '')) - BigInt(other.replace('.', ''));
  const digits = String(milli < 0n ? -milli : milli).padStart(4, '0');
  return `${milli < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
}

/** Returns a change of an amount with its sign; an empty text if the amount does not change. */
export const change = (text) => (/[1-9]/.test(text) ? `${text.startsWith('-') ? '' : '+'}${money(text)}` : '');

/** Returns a share in per cent; below 10 % with one decimal place. */
export const percent = (share) => `${share > 0 && share < 0.1 ? (share * 100).toFixed(1) : Math.round(share * 100)} %`;
