package io.metasched.simulation.system.rectangles.model;

import io.metasched.simulation.system.rectangles.model.ElementRequest.Wish;
import java.util.OptionalLong;

/** Time and effect of the change that the user of an accepted request requests later. */
final class LaterWish {
  private static final int LEAST_TO_SHARE = 2;

  private LaterWish() {}

  /**
   * Returns the tick of the change; empty if there is no change, or no tick for it. A reservation
   * is cancelled strictly between its arrival and its start, and shrunk strictly between its start
   * and its end.
   */
  static OptionalLong tick(ElementRequest request, long start, long end, int taken) {
    return switch (request.wish()) {
      case NONE -> OptionalLong.empty();
      case CANCEL -> between(request.arrival(), start, request.wishMicro());
      case END_EARLY -> between(start, end, request.wishMicro());
      case GIVE_BACK ->
          taken < LEAST_TO_SHARE ? OptionalLong.empty() : between(start, end, request.wishMicro());
    };
  }

  private static OptionalLong between(long before, long after, int micro) {
    long ticks = after - before - 1;
    if (ticks < 1) {
      return OptionalLong.empty();
    }
    long whole = ElementRequest.WHOLE_MICRO;
    return OptionalLong.of(before + 1 + ticks / whole * micro + ticks % whole * micro / whole);
  }

  /** Returns the number of elements that a job keeps when it returns some. */
  static int kept(int taken) {
    return taken - taken / 2;
  }

  /** Returns the kind of step that performs a change. */
  static RectanglesStep.Kind step(Wish wish) {
    return switch (wish) {
      case CANCEL -> RectanglesStep.Kind.CANCEL;
      case GIVE_BACK -> RectanglesStep.Kind.GIVE_BACK;
      case NONE, END_EARLY -> RectanglesStep.Kind.END;
    };
  }
}
