package io.metasched.simulation.system.twolevel.rule;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.simulation.rule.LocalStarts;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow.Event;
import io.metasched.simulation.system.twolevel.rows.TwoLevelFacts;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.system.twolevel.rule.NaiveChoice.Decision;
import io.metasched.simulation.system.twolevel.rule.NaiveChoice.Offer;
import io.metasched.simulation.system.twolevel.rule.NaiveGrid.Kept;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Recomputation of the placement of each task of a run: the providers' offers, the policy's choice,
 * refused reservations, and late reservations that move forward. The state is taken from the rows,
 * so that a wrong decision does not affect other decisions. Cost: {@link NaiveGrid#offers} for each
 * request.
 */
final class GridDecisions {
  private static final List<Event> DECIDED =
      List.of(Event.OFFERED, Event.RESERVED, Event.WITHDRAWN, Event.REFUSED, Event.SENT);
  private static final int MOST_OTHERS = 31;
  private static final int MOST_OTHERS_AT_ONCE = 1000;

  private final TwoLevelRun run;
  private final TwoLevelFacts facts;
  private final RuleReport report;
  private final NaiveGrid grid;
  private final NaiveChoice choice;
  private final SortedMap<Long, Deque<TwoLevelEventRow>> histories = new TreeMap<>();
  private final TreeMap<Long, List<TwoLevelJobRow>> leaving = new TreeMap<>();
  private final TreeSet<Long> ends = new TreeSet<>();
  private final List<Kept> late = new ArrayList<>();
  private int othersLeft;

  private GridDecisions(TwoLevelRun run, RuleReport report) {
    this.run = run;
    facts = run.facts();
    this.report = report;
    grid = new NaiveGrid(run);
    choice = new NaiveChoice(facts);
    for (var event : run.events()) {
      if (DECIDED.contains(event.event())) {
        histories.computeIfAbsent(event.job(), job -> new ArrayDeque<>()).add(event);
      }
    }
    var order =
        Comparator.comparingLong(TwoLevelJobRow::submit)
            .thenComparingLong(row -> row.logged() >= 0 ? row.logged() : row.submit())
            .thenComparingLong(TwoLevelJobRow::id);
    for (var row : run.jobs().stream().sorted(order).toList()) {
      leaving.computeIfAbsent(PassTimes.leavesAt(run, row), at -> new ArrayList<>()).add(row);
    }
    if (facts.reservationPlacement().equals("ar-gather")) {
      run.jobs().stream().filter(TwoLevelJobRow::hasRun).forEach(row -> ends.add(row.end()));
    }
  }

  static void check(TwoLevelRun run, RuleReport report) {
    if (!run.jobs().isEmpty()) {
      new GridDecisions(run, report).check();
    }
  }

  private void check() {
    if (choice.isBlind()) {
      report.note("draws: run.csv has no replication, so that numbers cannot be drawn again");
    }
    var ticks = new TreeSet<>(ends);
    ticks.addAll(leaving.keySet());
    int decided = 0;
    for (long now : ticks) {
      if (grid.looks() > LocalStarts.MOST_LOOKS) {
        report.note(
            "%d of %d jobs, up to %s s: the others would take too long to recompute",
            decided, run.jobs().size(), seconds(now));
        return;
      }
      grid.advance(now);
      if (ends.contains(now)) {
        moveForward(now);
      }
      othersLeft = MOST_OTHERS_AT_ONCE;
      for (var row : leaving.getOrDefault(now, List.of())) {
        decide(row, now);
        decided++;
      }
    }
  }

  private void decide(TwoLevelJobRow row, long now) {
    if (!row.isReservation()) {
      send(row);
    } else if (row.due() - row.ready() >= row.leastTicks()
        && row.processors() <= facts.processors()) {
      place(row, now);
    }
  }

  private void send(TwoLevelJobRow row) {
    var decision = choice.forBatch(grid.waiting());
    var sent = history(row).poll();
    if (sent == null || sent.event() != Event.SENT || !grid.isThere(sent.provider())) {
      return; // reported by another rule
    }
    chosen(row, facts.batchPlacement(), decision, sent);
    int waiting = grid.waiting()[sent.provider()];
    if (sent.waiting() != waiting) {
      add(row, "%d jobs wait at provider %d when it is sent", waiting, sent.provider());
    }
    grid.sent(sent.provider());
  }

  /** Reports a provider or a reason in the history that differs from the policy's decision. */
  private void chosen(TwoLevelJobRow row, String policy, Decision decision, TwoLevelEventRow is) {
    if (!decision.providers().contains(is.provider())) {
      add(row, "%s takes provider %d, not %d", policy, decision.providers().get(0), is.provider());
    } else if (is.event() != Event.REFUSED && !decision.reason().equals(is.reason())) {
      add(row, "provider %d is taken as %s", is.provider(), decision.reason());
    }
  }

  private void place(TwoLevelJobRow row, long now) {
    var offers = grid.offers(row, now);
    if (offers.isEmpty()) {
      return; // larger than the cluster: reported by another rule
    }
    var decision = choice.forReservation(row, offers);
    var given = offered(row);
    var is = history(row).poll();
    if (is == null || !grid.isThere(is.provider())) {
      add(row, "provider %d must have been chosen for it", decision.providers().get(0));
      return;
    }
    chosen(row, facts.reservationPlacement(), decision, is);
    offered(row, offers, is.provider(), given);
    refused(row, offers, is, now);
    if (is.event() == Event.RESERVED) {
      keep(row, is);
    }
  }

  /** Removes and returns the next offers of the history. */
  private List<Offer> offered(TwoLevelJobRow row) {
    var given = new ArrayList<Offer>();
    var history = history(row);
    while (!history.isEmpty() && history.element().event() == Event.OFFERED) {
      var offer = history.remove();
      given.add(new Offer(offer.provider(), offer.start(), offer.end(), offer.reservedWork()));
    }
    return given;
  }

  /** Reports a history without the accepted offer or the first of the other offers. */
  private void offered(TwoLevelJobRow row, List<Offer> offers, int taken, List<Offer> given) {
    var kept = kept(offers, taken);
    for (int at = 0; at < kept.size(); at++) {
      var must = kept.get(at);
      if (at >= given.size() || !given.get(at).equals(must)) {
        add(
            row,
            "provider %d offers %s to %s, and has %s processor seconds reserved",
            must.provider(),
            seconds(must.start()),
            seconds(must.end()),
            seconds(must.reservedWork()));
        return;
      }
    }
    if (given.size() > kept.size()) {
      add(row, "only %d providers make it an offer", kept.size());
    }
  }

  private List<Offer> kept(List<Offer> offers, int taken) {
    var kept = new ArrayList<Offer>();
    int others = Math.min(othersLeft, MOST_OTHERS);
    for (var offer : offers) {
      boolean isTaken = offer.provider() == taken;
      if (isTaken || others > 0) {
        kept.add(offer);
        others -= isTaken ? 0 : 1;
        othersLeft -= isTaken ? 0 : 1;
      }
    }
    return kept;
  }

  private void refused(TwoLevelJobRow row, List<Offer> offers, TwoLevelEventRow is, long now) {
    long latest = row.due() - row.leastTicks();
    boolean isLate =
        offers.stream().anyMatch(o -> o.provider() == is.provider() && o.start() > latest);
    boolean mustRefuse = facts.lateRefused() && isLate;
    if (mustRefuse != (is.event() == Event.REFUSED)) {
      add(row, "it must be %s", mustRefuse ? "refused, because it would be late" : "reserved");
    } else if (mustRefuse) {
      var reason = now > latest ? "in_the_past" : "not_free_in_interval";
      if (!is.reason().equals(reason)) {
        add(row, "it is refused for %s", reason);
      }
    }
  }

  private void keep(TwoLevelJobRow row, TwoLevelEventRow reserved) {
    var next = history(row).peek();
    boolean isGivenUp = next != null; // by a move
    long freed = !isGivenUp && row.hasRun() ? row.end() : Long.MAX_VALUE;
    var kept = new Kept(row, reserved.provider(), reserved.start(), reserved.end(), freed);
    grid.keep(kept);
    if (kept.end() > row.due()) {
      late.add(kept);
    }
  }

  /** Repeats the requests of all late reservations that have not begun, because jobs have ended. */
  private void moveForward(long now) {
    var asking = late.stream().filter(kept -> kept.start() > now).toList();
    late.clear();
    othersLeft = MOST_OTHERS_AT_ONCE;
    for (var kept : asking) {
      var row = kept.row();
      grid.giveUp(kept);
      var offers = grid.offers(row, now);
      var decision = choice.forReservation(row, offers);
      var best =
          offers.stream().filter(o -> decision.providers().contains(o.provider())).findFirst();
      boolean isSame =
          best.isPresent()
              && best.get().provider() == kept.provider()
              && best.get().start() == kept.start()
              && best.get().end() == kept.end();
      var next = history(row).peek();
      boolean moves = next != null && next.event() == Event.WITHDRAWN && next.tick() == now;
      if (moves == isSame) {
        add(row, "at %s it %s", seconds(now), isSame ? "stays where it is" : "moves forward");
      }
      if (moves) {
        moved(row, offers, decision);
      } else {
        best.ifPresent(offer -> kept(offers, offer.provider())); // counts the reported offers
        grid.keep(kept);
        late.add(kept);
      }
    }
  }

  private void moved(TwoLevelJobRow row, List<Offer> offers, Decision decision) {
    history(row).remove(); // removes the event WITHDRAWN
    var given = offered(row);
    var is = history(row).poll();
    if (is == null || is.event() != Event.RESERVED || !grid.isThere(is.provider())) {
      return; // reported by another rule
    }
    chosen(row, facts.reservationPlacement(), decision, is);
    offered(row, offers, is.provider(), given);
    keep(row, is);
  }

  private Deque<TwoLevelEventRow> history(TwoLevelJobRow row) {
    return histories.computeIfAbsent(row.id(), job -> new ArrayDeque<>());
  }

  private void add(TwoLevelJobRow row, String detail, Object... values) {
    report.add("job " + row.id(), detail, values);
  }
}
