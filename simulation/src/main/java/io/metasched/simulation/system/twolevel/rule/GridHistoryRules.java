package io.metasched.simulation.system.twolevel.rule;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow.Event;
import io.metasched.simulation.system.twolevel.rows.TwoLevelFacts;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;

/**
 * Check that the histories of a run follow from its jobs: each job leaves the grid queue when the
 * queue is served, is sent to a provider or reserved, and runs as its row states. Cost: O(events).
 */
final class GridHistoryRules {
  private static final int NONE = -1;

  private final TwoLevelRun run;
  private final TwoLevelFacts facts;
  private final List<TwoLevelJobRow> jobs;
  private final Deque<TwoLevelEventRow> events;
  private final RuleReport report;

  GridHistoryRules(TwoLevelRun run, RuleReport report) {
    this.run = run;
    facts = run.facts();
    jobs = run.jobs();
    events = new ArrayDeque<>(run.events());
    this.report = report;
  }

  void check() {
    for (var job : jobs) {
      var history = new ArrayDeque<TwoLevelEventRow>();
      while (!events.isEmpty() && events.element().job() == job.id()) {
        history.add(events.remove());
      }
      check(job, history);
    }
    if (!events.isEmpty()) {
      report.add(
          "job " + events.element().job(), "its events must be at the place of the job, once each");
    }
  }

  private void check(TwoLevelJobRow job, Deque<TwoLevelEventRow> history) {
    expect(job, history, event(job, job.submit(), Event.SUBMITTED));
    long leaves = PassTimes.leavesAt(run, job);
    if (leaves > job.submit()) {
      var postponed = event(job, job.submit(), Event.POSTPONED).from(leaves, NONE);
      expect(job, history, postponed.since(TwoLevelEventRow.Reason.GRID_PERIOD.word()));
    }
    switch (job.outcome()) {
      case REFUSED -> refused(job, history, leaves);
      case WAITING -> report.add(where(job), "it must run or be refused");
      case FINISHED, STOPPED -> {
        if (job.isReservation()) {
          placed(job, history, leaves);
        } else {
          sent(job, history, leaves);
        }
        boolean isStopped = job.outcome() == TwoLevelJobRow.Outcome.STOPPED;
        var end = isStopped ? Event.STOPPED : Event.ENDED;
        expect(job, history, at(job, job.start(), Event.STARTED, job.provider()));
        expect(job, history, at(job, job.end(), end, job.provider()));
      }
    }
    if (!history.isEmpty()) {
      report.add(where(job), "nothing may follow in its history, but it is %s", text(history));
    }
  }

  private void sent(TwoLevelJobRow job, Deque<TwoLevelEventRow> history, long tick) {
    var reported = history.peek();
    int waiting = reported == null ? 0 : Math.max(0, reported.waiting());
    var reason = reported == null ? "" : reported.reason();
    expect(
        job, history, at(job, tick, Event.SENT, job.provider()).with(waiting, NONE).since(reason));
  }

  private void refused(TwoLevelJobRow job, Deque<TwoLevelEventRow> history, long tick) {
    var offers = offers(job, history, tick);
    var reported = history.peek();
    int provider = reported == null ? NONE : reported.provider();
    if (provider != NONE || !offers.isEmpty()) {
      chosen(job, offers, provider);
    }
    expect(job, history, at(job, tick, Event.REFUSED, provider).since(job.refused()));
  }

  /**
   * Checks the placement of a job when it leaves the queue; a late reservation may be placed again
   * when jobs have ended.
   */
  private void placed(TwoLevelJobRow job, Deque<TwoLevelEventRow> history, long leaves) {
    long tick = leaves;
    TwoLevelEventRow reserved = null;
    while (reserved == null || is(history, Event.WITHDRAWN)) {
      if (reserved != null) {
        tick = withdrawn(job, history, reserved);
      }
      var offers = offers(job, history, tick);
      if (!is(history, Event.RESERVED)) {
        report.add(where(job), "it must be reserved now, but it is %s", text(history));
        return;
      }
      reserved = history.element();
      var offer = chosen(job, offers, reserved.provider());
      expect(
          job,
          history,
          at(job, tick, Event.RESERVED, offer.provider())
              .from(offer.start(), offer.end())
              .since(reserved.reason()));
    }
    boolean isKept =
        reserved.provider() == job.provider()
            && reserved.start() == job.promised()
            && reserved.end() - reserved.start() == job.grantedTicks();
    if (!isKept) {
      report.add(where(job), "its promise must be its last reservation");
    }
  }

  /** Checks the withdrawal of a late reservation, and returns its tick. */
  private long withdrawn(
      TwoLevelJobRow job, Deque<TwoLevelEventRow> history, TwoLevelEventRow reserved) {
    long tick = history.element().tick();
    boolean isLate = reserved.end() > job.due();
    boolean isMovable = facts.reservationPlacement().equals("ar-gather") && isLate;
    if (!isMovable || tick < reserved.tick() || tick >= reserved.start()) {
      report.add(where(job), "it must not be moved at %s", seconds(tick));
    }
    expect(
        job,
        history,
        at(job, tick, Event.WITHDRAWN, reserved.provider()).from(reserved.start(), reserved.end()));
    return tick;
  }

  private List<TwoLevelEventRow> offers(
      TwoLevelJobRow job, Deque<TwoLevelEventRow> history, long tick) {
    var offers = new ArrayList<TwoLevelEventRow>();
    var providers = new TreeSet<Integer>();
    while (is(history, Event.OFFERED)) {
      var offer = history.remove();
      offers.add(offer);
      long length = offer.end() - offer.start();
      boolean isNext = providers.isEmpty() || offer.provider() > providers.last();
      providers.add(offer.provider());
      boolean isSound =
          offer.tick() == tick
              && isNext
              && offer.provider() >= 0
              && offer.provider() < facts.asked()
              && offer.start() >= Math.max(tick, job.ready())
              && length >= job.leastTicks()
              && length <= job.reservedTicks()
              && offer.reservedWork() >= 0
              && offer.waiting() == NONE
              && offer.reason().isEmpty();
      if (!isSound) {
        report.add(
            where(job),
            "provider %d cannot have offered it %s to %s at %s",
            offer.provider(),
            seconds(offer.start()),
            seconds(offer.end()),
            seconds(offer.tick()));
      }
    }
    return offers;
  }

  /** Returns the accepted offer; {@link GridDecisions} checks whether the offer is right. */
  private TwoLevelEventRow chosen(TwoLevelJobRow job, List<TwoLevelEventRow> offers, int provider) {
    var taken = offers.stream().filter(offer -> offer.provider() == provider).findFirst();
    if (taken.isEmpty()) {
      report.add(where(job), "provider %d must have made it an offer", provider);
      return at(job, 0, Event.OFFERED, provider);
    }
    return taken.get();
  }

  private void expect(
      TwoLevelJobRow job, Deque<TwoLevelEventRow> history, TwoLevelEventRow expected) {
    if (expected.equals(history.peek())) {
      history.remove();
    } else {
      report.add(
          where(job),
          "it must be %s at %s as its row states, but its history has: %s",
          RowFormat.lowerCase(expected.event()),
          seconds(expected.tick()),
          text(history));
      history.poll();
    }
  }

  private static boolean is(Deque<TwoLevelEventRow> history, Event event) {
    var next = history.peek();
    return next != null && next.event() == event;
  }

  private static String text(Deque<TwoLevelEventRow> history) {
    var next = history.peek();
    return next == null
        ? "nothing"
        : "%s at %s".formatted(RowFormat.lowerCase(next.event()), seconds(next.tick()));
  }

  private static TwoLevelEventRow event(TwoLevelJobRow job, long tick, Event event) {
    return TwoLevelEventRow.of(job.id(), tick, event);
  }

  private static TwoLevelEventRow at(TwoLevelJobRow job, long tick, Event event, int provider) {
    return TwoLevelEventRow.at(job.id(), tick, event, provider);
  }

  private static String where(TwoLevelJobRow job) {
    return "job " + job.id();
  }
}
