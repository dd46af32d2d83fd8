package io.metasched.simulation.system.twolevel.rule;

import io.metasched.simulation.rule.CapacitySteps;
import io.metasched.simulation.rule.CheckedJob;
import io.metasched.simulation.rule.LocalStarts;
import io.metasched.simulation.rule.LocalStarts.Reserved;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow.Event;
import io.metasched.simulation.system.twolevel.rows.TwoLevelFacts;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Check that the batch jobs of each provider start when its local scheduler starts them. */
final class TwoLevelStarts {
  private final TwoLevelRun run;
  private final TwoLevelFacts facts;
  private final SortedMap<Long, TwoLevelJobRow> rows = new TreeMap<>();

  /** Jobs, reservations and passes of a provider, from the rows. */
  private static final class Side {
    final List<CheckedJob> jobs = new ArrayList<>();
    final List<Reserved> reservations = new ArrayList<>();
    final TreeSet<Long> passes = new TreeSet<>();
  }

  private TwoLevelStarts(TwoLevelRun run) {
    this.run = run;
    facts = run.facts();
    run.jobs().forEach(row -> rows.put(row.id(), row));
  }

  static void check(TwoLevelRun run, RuleReport report) {
    boolean isKnown = LocalStarts.isKnown(run.facts().localScheduler(), report);
    if (isKnown && !run.jobs().isEmpty()) {
      new TwoLevelStarts(run).check(report);
    }
  }

  private void check(RuleReport report) {
    var sides = new TreeMap<Integer, Side>();
    run.jobs().stream()
        .filter(TwoLevelJobRow::hasRun)
        .forEach(row -> side(sides, row.provider()).passes.add(PassTimes.passFrom(run, row.end())));
    events(sides);
    long origin = run.jobs().get(0).submit();
    sides.forEach(
        (provider, side) ->
            new LocalStarts(
                    "provider " + provider,
                    facts.localScheduler(),
                    LocalStarts.MOST_LOOKS / facts.providers(),
                    new CapacitySteps(facts.processors(), facts.slotTicks(), origin),
                    side.jobs,
                    side.reservations,
                    side.passes)
                .check(report, (job, start, now) -> {}));
  }

  private static Side side(SortedMap<Integer, Side> sides, int provider) {
    return sides.computeIfAbsent(provider, p -> new Side());
  }

  private static CheckedJob job(TwoLevelJobRow row, long joins) {
    return new CheckedJob(
        row.id(),
        row.submit(),
        row.logged() >= 0 ? row.logged() : row.submit(),
        row.processors(),
        row.limitTicks(),
        joins,
        row.start(),
        row.end());
  }

  /**
   * Adds the passes: a pass of a provider is due when a job ends, is sent or is reserved at the
   * provider.
   */
  private void events(SortedMap<Integer, Side> sides) {
    var events = run.events();
    for (int at = 0; at < events.size(); at++) {
      var event = events.get(at);
      var row = rows.get(event.job());
      if (event.event() == Event.SENT && row != null) {
        var side = side(sides, event.provider());
        side.passes.add(PassTimes.passFrom(run, event.tick()));
        side.jobs.add(job(row, event.tick()));
      } else if (event.event() == Event.RESERVED && row != null) {
        var side = side(sides, event.provider());
        side.passes.add(PassTimes.passFrom(run, event.tick()));
        side.reservations.add(
            new Reserved(
                row.processors(), event.tick(), event.start(), event.end(), freed(row, at)));
      }
    }
    if (facts.reservationPlacement().equals("ar-gather")) {
      everyEnd(sides);
    }
  }

  /** Returns the tick at which a reservation was given up, or its job ended. */
  private long freed(TwoLevelJobRow row, int reserved) {
    var events = run.events();
    for (int at = reserved + 1; at < events.size() && events.get(at).job() == row.id(); at++) {
      if (events.get(at).event() == Event.WITHDRAWN) {
        return events.get(at).tick();
      }
    }
    return row.hasRun() ? row.end() : Long.MAX_VALUE;
  }

  /**
   * Adds passes of all providers at each end of a job, because late reservations repeat their
   * requests then.
   */
  private void everyEnd(SortedMap<Integer, Side> sides) {
    var ends = new TreeSet<Long>();
    run.jobs().stream()
        .filter(TwoLevelJobRow::hasRun)
        .forEach(row -> ends.add(PassTimes.passFrom(run, row.end())));
    sides.values().forEach(side -> side.passes.addAll(ends));
  }
}
