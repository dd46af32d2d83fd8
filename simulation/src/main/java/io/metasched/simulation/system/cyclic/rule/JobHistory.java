package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.units;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.cyclic.rows.DecisionRow;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decisions on one job, step by step. */
final class JobHistory {
  private static final List<String> ENDS = List.of("finished", "refused", "withdrawn");
  private static final List<String> STEPS =
      List.of("submitted", "postponed", "reserved", "booked", "requeued", "moved");

  private boolean begun;
  private int bookings;
  private int requeues;
  private int moves;
  private @Nullable DecisionRow booking;
  private @Nullable DecisionRow window;
  private @Nullable DecisionRow end;

  void step(DecisionRow decision, String where, RuleReport report) {
    var event = decision.event();
    boolean submitted = event.equals("submitted");
    if (submitted == begun) {
      report.add(where, "it must be submitted once and first, but next is %s", event);
    }
    if (end != null) {
      report.add(where, "nothing may come after %s, but %s does", end.event(), event);
    }
    if (!STEPS.contains(event) && !ENDS.contains(event)) {
      report.add(where, "it must be one of %s and %s, but is \"%s\"", STEPS, ENDS, event);
    }
    begun = true;
    switch (event) {
      case "booked" -> {
        bookings++;
        booking = decision;
        window = decision;
      }
      case "requeued" -> requeues++;
      case "moved" -> {
        moves++;
        window = decision;
      }
      default -> end = end == null && ENDS.contains(event) ? decision : end;
    }
    if (bookings == 0 ? event.equals("moved") || event.equals("finished") : bookings > 1) {
      report.add(where, "it must be booked once, but was %d times at %s", bookings, event);
    }
  }

  /** Compares the decisions with the job's row. */
  void compare(JobRow job, String where, RuleReport report) {
    if (!begun) {
      report.add(where, "it must be submitted, but never was");
    }
    boolean ended = job.outcome().isFinal();
    var last = end == null ? "none" : end.event();
    if (!last.equals(ended ? job.outcome().label() : "none")) {
      report.add(
          where,
          "it is %s, and its last decision must agree, but is %s",
          job.outcome().label(),
          last);
    } else if (end != null && end.tick() != job.endTick()) {
      report.add(
          where,
          "its end must be the end decided at %s, but is %s",
          units(end.tick()),
          units(job.endTick()));
    }
    booking(job, where, report);
    if (job.requeues() != requeues || job.moves() != moves) {
      report.add(
          where,
          "requeued and moved must be reported %d and %d times, but are %d and %d",
          job.requeues(),
          job.moves(),
          requeues,
          moves);
    }
  }

  private void booking(JobRow job, String where, RuleReport report) {
    boolean booked = job.outcome() == JobStatus.FINISHED || job.bookedTick() >= 0;
    if (booked != bookings > 0) {
      report.add(where, "booked must be %s, but was reported %d times", booked, bookings);
    }
    if (booking != null && booking.cycle() != job.cycle()) {
      report.add(
          where, "its cycle must be %d, which booked it, but is %d", booking.cycle(), job.cycle());
    }
    if (window != null && window.tick() != job.bookedTick()) {
      report.add(
          where,
          "its last booking must be the booking decided at %s, but is %s",
          units(window.tick()),
          units(job.bookedTick()));
    }
  }
}
