package io.metasched.simulation.system.cyclic.environment;

import io.metasched.resource.model.Span;
import io.metasched.resource.model.Ticks;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Time in which an owner sells a node: once, or periodically.
 *
 * @param fromTick start of the first interval
 * @param untilTick end of the first interval
 * @param everyTicks time from one start to the next, at least the length of the interval; 0 for
 *     once
 */
public record SellingTime(long fromTick, long untilTick, long everyTicks) {
  /** Syntax in a scenario. */
  public static final String FORM =
      "\"FROM-UNTIL\" or \"FROM-UNTIL every PERIOD\", such as \"8-20 every 24\"";

  private static final String NUMBER = "([0-9]{1,9}(?:\\.[0-9]{1,3})?)";
  private static final Pattern TEXT =
      Pattern.compile(NUMBER + "\\s*-\\s*" + NUMBER + "(?:\\s+every\\s+" + NUMBER + ")?");

  /** Parses a text with times in units; empty if it is not valid. */
  public static Optional<SellingTime> parse(String text) {
    var parts = TEXT.matcher(text.strip());
    if (!parts.matches()) {
      return Optional.empty();
    }
    long from = ticks(parts.group(1));
    long until = ticks(parts.group(2));
    long every = parts.group(3) == null ? 0 : ticks(parts.group(3));
    boolean repeats = parts.group(3) != null;
    return from < until && (!repeats || every >= until - from)
        ? Optional.of(new SellingTime(from, until, every))
        : Optional.empty();
  }

  private static long ticks(String units) {
    return new BigDecimal(units).multiply(BigDecimal.valueOf(Ticks.PER_UNIT)).longValueExact();
  }

  /** Returns the parts of a block of time that are in none of the intervals, in order. */
  static List<Span> unsold(List<SellingTime> times, Span block) {
    var sold = new ArrayList<Span>();
    times.forEach(time -> time.addWithin(block, sold));
    sold.sort(Comparator.comparingLong(Span::start).thenComparingLong(Span::end));
    var unsold = new ArrayList<Span>();
    long from = block.start();
    for (var span : sold) {
      if (span.start() > from) {
        unsold.add(new Span(from, span.start()));
      }
      from = Math.max(from, span.end());
    }
    if (from < block.end()) {
      unsold.add(new Span(from, block.end()));
    }
    return unsold;
  }

  private void addWithin(Span block, List<Span> sold) {
    long passed = everyTicks == 0 ? 0 : Math.max(0, block.start() - untilTick) / everyTicks;
    for (long shift = passed * everyTicks; fromTick + shift < block.end(); shift += everyTicks) {
      long start = Math.max(block.start(), fromTick + shift);
      long end = Math.min(block.end(), untilTick + shift);
      if (start < end) {
        sold.add(new Span(start, end));
      }
      if (everyTicks == 0) {
        return;
      }
    }
  }
}
