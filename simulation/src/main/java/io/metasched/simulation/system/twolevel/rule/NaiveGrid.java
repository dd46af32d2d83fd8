package io.metasched.simulation.system.twolevel.rule;

import io.metasched.simulation.rule.CapacitySteps;
import io.metasched.simulation.system.twolevel.rows.TwoLevelFacts;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.system.twolevel.rule.NaiveChoice.Offer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The checker's own state of the providers, rebuilt from the rows of a run: running jobs and their
 * limits, reservations, and the number of waiting jobs. Cost: O(n) per query, for n running or
 * reserved jobs.
 */
final class NaiveGrid {
  /**
   * Reservation at a provider.
   *
   * @param freed tick at which the job ended or the reservation was given up
   */
  record Kept(TwoLevelJobRow row, int provider, long start, long end, long freed) {
    long work() {
      return row.processors() * (end - start);
    }
  }

  /** Processors that are taken for a span, until they are freed. */
  private record Taken(int provider, int processors, long start, long end, long freed) {}

  private final TwoLevelFacts facts;
  private final List<CapacitySteps> free = new ArrayList<>();
  private final int[] waiting;
  private final List<Kept> toCome = new ArrayList<>();
  private final List<TwoLevelJobRow> starting;
  private final PriorityQueue<Taken> taken =
      new PriorityQueue<>(Comparator.comparingLong(Taken::freed));
  private int started;

  /** Creates all providers without jobs. */
  NaiveGrid(TwoLevelRun run) {
    facts = run.facts();
    long origin = run.jobs().get(0).submit();
    for (int i = 0; i < facts.providers(); i++) {
      free.add(new CapacitySteps(facts.processors(), facts.slotTicks(), origin));
    }
    waiting = new int[facts.providers()];
    starting =
        run.jobs().stream()
            .filter(row -> !row.isReservation() && row.hasRun() && isThere(row.provider()))
            .sorted(Comparator.comparingLong(TwoLevelJobRow::start))
            .toList();
  }

  boolean isThere(int provider) {
    return provider >= 0 && provider < facts.providers();
  }

  /** Returns the number of batch jobs that wait at each provider. */
  int[] waiting() {
    return waiting;
  }

  /**
   * Advances to a tick, before the starts at that tick: jobs that have ended have released their
   * processors.
   */
  void advance(long now) {
    for (; started < starting.size() && starting.get(started).start() < now; started++) {
      var row = starting.get(started);
      waiting[row.provider()]--;
      long end = row.start() + row.limitTicks();
      take(new Taken(row.provider(), row.processors(), row.start(), end, row.end()));
    }
    while (!taken.isEmpty() && taken.element().freed() <= now) {
      giveBack(taken.remove());
    }
    toCome.removeIf(each -> each.start() < now);
  }

  /** Adds a batch job to the queue of a provider. */
  void sent(int provider) {
    waiting[provider]++;
  }

  /** Adds a reservation to a provider. */
  void keep(Kept kept) {
    toCome.add(kept);
    take(taken(kept));
  }

  /** Removes a reservation that has not begun. */
  void giveUp(Kept kept) {
    toCome.remove(kept);
    taken.remove(taken(kept));
    giveBack(taken(kept));
  }

  private static Taken taken(Kept kept) {
    return new Taken(
        kept.provider(), kept.row().processors(), kept.start(), kept.end(), kept.freed());
  }

  private void take(Taken span) {
    free.get(span.provider()).take(span.processors(), span.start(), span.end());
    taken.add(span);
  }

  private void giveBack(Taken span) {
    free.get(span.provider()).giveBack(span.processors(), span.start(), span.end());
  }

  /**
   * Returns the offer of each provider that takes reservations: its earliest start, with the
   * longest duration at that start.
   */
  List<Offer> offers(TwoLevelJobRow row, long now) {
    var offers = new ArrayList<Offer>();
    for (int provider = 0; provider < facts.asked(); provider++) {
      var profile = free.get(provider);
      long start = profile.earliest(row.processors(), row.leastTicks(), Math.max(now, row.ready()));
      if (start != CapacitySteps.NEVER) {
        long most = Math.min(row.reservedTicks(), row.due() - start);
        long length = Math.min(most, profile.freeUntil(row.processors(), start) - start);
        long end = start + Math.max(row.leastTicks(), length);
        offers.add(new Offer(provider, start, end, reservedWork(provider)));
      }
    }
    return offers;
  }

  private long reservedWork(int provider) {
    long work = 0;
    for (var each : toCome) {
      work += each.provider() == provider ? each.work() : 0;
    }
    return work;
  }

  /** Returns the number of search steps so far. */
  long looks() {
    return free.stream().mapToLong(CapacitySteps::looks).sum();
  }
}
