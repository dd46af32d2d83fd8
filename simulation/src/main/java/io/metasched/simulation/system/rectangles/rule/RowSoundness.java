package io.metasched.simulation.system.rectangles.rule;

import io.metasched.resource.rectangles.ElementSet;
import io.metasched.simulation.system.rectangles.model.ElementRequest.Wish;
import io.metasched.simulation.system.rectangles.rows.RectanglesFacts;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import io.metasched.simulation.system.rectangles.rows.ReservationRow.Outcome;
import io.metasched.simulation.system.rectangles.rows.ReservationRow.Refusal;
import java.math.BigInteger;
import java.util.Optional;

/** Rules of a single row, independent of the other rows. */
final class RowSoundness {
  private static final BigInteger WHOLE = BigInteger.valueOf(1_000_000);

  private RowSoundness() {}

  /** Returns a description of the fault of a request; empty for a sound request. */
  static Optional<String> request(RectanglesFacts facts, ReservationRow row) {
    if (row.ready() < row.arrival()) {
      return Optional.of("ready must not be before arrival");
    }
    if (row.deadline() < row.ready() || row.deadline() - row.ready() < row.durationTicks()) {
      return Optional.of("deadline must not be before ready + duration");
    }
    if (row.ready() - row.arrival() > Math.round(facts.artimeFactor() * row.durationTicks())) {
      return Optional.of("ready must be at most artimeFactor x duration after arrival");
    }
    long slack = row.deadline() - row.ready() - row.durationTicks();
    if (slack > Math.round(facts.deadlineFactor() * row.durationTicks())) {
      return Optional.of(
          "deadline must be at most deadlineFactor x duration after ready + duration");
    }
    boolean hasShare =
        switch (row.wish()) {
          case NONE -> facts.cancelShare() + facts.shrinkShare() < 1 && row.wishMicro() == 0;
          case CANCEL -> facts.cancelShare() > 0;
          case END_EARLY, GIVE_BACK -> facts.shrinkShare() > 0;
        };
    return hasShare && row.wishMicro() < WHOLE.intValue()
        ? Optional.empty()
        : Optional.of("no request may have that wish and wishMicro");
  }

  /** Returns a description of the fault of a sound request's outcome; empty for a sound outcome. */
  static Optional<String> outcome(RectanglesFacts facts, ReservationRow row) {
    return row.isAccepted() ? accepted(facts, row) : refused(row);
  }

  private static Optional<String> refused(ReservationRow row) {
    boolean hasNothing =
        row.start() == -1
            && row.end() == -1
            && row.taken().size() == 0
            && row.begin() == -1
            && row.rectangleEnd() == -1
            && row.free() == -1
            && row.feasible() == 0
            && row.changed() == -1
            && row.kept().size() == 0;
    return hasNothing && row.refused() != Refusal.NONE
        ? Optional.empty()
        : Optional.of("a refused request has a reason and nothing else");
  }

  private static Optional<String> accepted(RectanglesFacts facts, ReservationRow row) {
    if (row.refused() != Refusal.NONE) {
      return Optional.of("an accepted request has no reason of a refusal");
    }
    if (row.start() < row.ready() || row.end() <= row.start() || row.end() > row.deadline()) {
      return Optional.of(
          "start and end must be between ready and deadline, and the start before the end");
    }
    if (row.taken().size() == 0
        || !ElementSet.range(0, facts.elements()).containsAll(row.taken())) {
      return Optional.of("taken must be a subset of the %d elements".formatted(facts.elements()));
    }
    boolean isAround =
        (row.begin() == -1 || (row.begin() >= 0 && row.begin() <= row.start()))
            && row.rectangleEnd() >= row.end()
            && row.rectangleEnd() <= row.deadline()
            && row.free() >= row.taken().size()
            && row.free() <= facts.elements();
    if (!isAround || row.feasible() < 1) {
      return Optional.of("the rectangle must contain the reservation and be feasible");
    }
    return changed(row);
  }

  /**
   * Checks that the change requested by the user is at its tick, if there is a tick for the change.
   */
  private static Optional<String> changed(ReservationRow row) {
    long before = row.wish() == Wish.CANCEL ? row.arrival() : row.start();
    long after = row.wish() == Wish.CANCEL ? row.start() : row.end();
    boolean isPossible =
        row.wish() != Wish.NONE
            && after - before >= 2
            && (row.wish() != Wish.GIVE_BACK || row.taken().size() >= 2);
    var expected =
        !isPossible
            ? Outcome.FINISHED
            : switch (row.wish()) {
              case CANCEL -> Outcome.CANCELLED;
              case END_EARLY -> Outcome.ENDED_EARLY;
              case GIVE_BACK, NONE -> Outcome.GAVE_BACK;
            };
    if (row.outcome() != expected) {
      return Optional.of("outcome must be " + expected + ", as wished");
    }
    long tick = isPossible ? before + 1 + part(after - before - 1, row.wishMicro()) : -1;
    if (row.changed() != tick) {
      return Optional.of("changed must be at tick %d".formatted(tick));
    }
    int kept = expected == Outcome.GAVE_BACK ? (row.taken().size() + 1) / 2 : 0;
    return row.kept().equals(row.taken().lowest(kept))
        ? Optional.empty()
        : Optional.of("kept must be the lower half of taken if elements are given back");
  }

  private static long part(long ticks, int micro) {
    return BigInteger.valueOf(ticks)
        .multiply(BigInteger.valueOf(micro))
        .divide(WHOLE)
        .longValueExact();
  }
}
