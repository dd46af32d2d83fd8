package io.metasched.simulation.system.rectangles.model;

import io.metasched.resource.rectangles.AvailabilityRectangle;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.RectangleAnswer;
import io.metasched.resource.rectangles.RectangleChoice;
import io.metasched.resource.rectangles.RectangleRefusal;
import io.metasched.simulation.kernel.Due;
import io.metasched.simulation.kernel.EventQueue;
import io.metasched.simulation.system.rectangles.model.ElementRequest.Wish;
import io.metasched.simulation.system.rectangles.model.RectanglesStep.Kind;
import io.metasched.simulation.system.rectangles.rows.RectanglesFacts;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import io.metasched.simulation.system.rectangles.rows.ReservationRow.Outcome;
import io.metasched.simulation.system.rectangles.rows.ReservationRow.Refusal;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Event schedule and record of a run: arrivals, ends and changes of requests, and the rows of all
 * requests. Makes no decisions; the engine and the actors share it. Confined to one thread.
 */
public final class ReservationSchedule {
  private final List<ElementRequest> requests;
  private final EventQueue<Due<RectanglesStep>> events = new EventQueue<>();
  private final @Nullable ReservationRow[] rows;
  private int answered;

  /**
   * Creates the schedule of requests before the first arrival.
   *
   * @param requests requests by (arrival, job)
   */
  public ReservationSchedule(List<ElementRequest> requests) {
    this.requests = requests;
    rows = new ReservationRow[requests.size()];
    for (int at = 0; at < requests.size(); at++) {
      add(requests.get(at).arrival(), Kind.REQUEST, at);
    }
  }

  private void add(long tick, Kind kind, int at) {
    events.add(tick, kind.phase(), at, new Due<>(tick, new RectanglesStep(kind, at)));
  }

  /** Returns the next step; empty at the end of the run. */
  public Optional<Due<RectanglesStep>> next() {
    return events.peek();
  }

  /** Removes and returns the next step, which the caller must perform. */
  public Due<RectanglesStep> take() {
    return events.next().event();
  }

  /** Returns the request at an index. */
  public ElementRequest request(int at) {
    return requests.get(at);
  }

  /** Returns the number of answered requests. */
  public int answered() {
    return answered;
  }

  /** Returns the elements that the job of an accepted request keeps when it returns some. */
  public ElementSet kept(int at) {
    return Objects.requireNonNull(rows[at]).kept();
  }

  /** Records the answer to a request. */
  public void answered(int at, RectangleChoice choice) {
    answered++;
    if (choice.answer() instanceof RectangleAnswer.Refused refused) {
      rows[at] = refused(requests.get(at), refused.reason());
    } else {
      accept(at, (RectangleAnswer.Found) choice.answer(), choice.feasibleStarts());
    }
  }

  private static ReservationRow refused(ElementRequest request, RectangleRefusal reason) {
    var none = ElementSet.of();
    return row(request, Outcome.REFUSED, refusal(reason), -1, -1, none, -1, -1, -1, 0, -1, none);
  }

  /**
   * Returns the refusal reason for the rows; throws for reasons that do not apply to sound
   * requests.
   */
  private static Refusal refusal(RectangleRefusal reason) {
    return switch (reason) {
      case NO_SUCH_ELEMENTS -> Refusal.NO_SUCH_ELEMENTS;
      case DEADLINE_TOO_EARLY -> Refusal.DEADLINE_TOO_EARLY;
      case NOT_FREE -> Refusal.NOT_FREE;
      case NO_ELEMENTS, NO_TIME, NOT_RESERVED ->
          throw new IllegalStateException("a request was refused as " + reason);
    };
  }

  private void accept(int at, RectangleAnswer.Found found, int feasibleStarts) {
    var request = requests.get(at);
    var span = found.reservation().span();
    var taken = found.reservation().elements();
    var rectangle = found.rectangle();
    var changed = LaterWish.tick(request, span.start(), span.end(), taken.size());
    var wish = changed.isPresent() ? request.wish() : Wish.NONE;
    rows[at] =
        row(
            request,
            outcome(wish),
            Refusal.NONE,
            span.start(),
            span.end(),
            taken,
            rectangle.begin() == AvailabilityRectangle.NO_BEGIN ? -1 : rectangle.begin(),
            rectangle.end(),
            rectangle.elements().size(),
            feasibleStarts,
            changed.orElse(-1),
            wish == Wish.GIVE_BACK ? taken.lowest(LaterWish.kept(taken.size())) : ElementSet.of());
    if (wish != Wish.NONE) {
      add(changed.orElseThrow(), LaterWish.step(wish), at);
    }
    if (wish == Wish.NONE || wish == Wish.GIVE_BACK) {
      add(span.end(), Kind.END, at);
    }
  }

  private static Outcome outcome(Wish wish) {
    return switch (wish) {
      case NONE -> Outcome.FINISHED;
      case CANCEL -> Outcome.CANCELLED;
      case END_EARLY -> Outcome.ENDED_EARLY;
      case GIVE_BACK -> Outcome.GAVE_BACK;
    };
  }

  private static ReservationRow row(
      ElementRequest request,
      Outcome outcome,
      Refusal refused,
      long start,
      long end,
      ElementSet taken,
      long begin,
      long rectangleEnd,
      int free,
      int feasible,
      long changed,
      ElementSet kept) {
    return new ReservationRow(
        request.job(),
        request.arrival(),
        request.ready(),
        request.durationTicks(),
        request.deadline(),
        request.elements(),
        request.wish(),
        request.wishMicro(),
        outcome,
        refused,
        start,
        end,
        taken,
        begin,
        rectangleEnd,
        free,
        feasible,
        changed,
        kept);
  }

  /**
   * Returns the tables of the run.
   *
   * @throws IllegalStateException before the end of the run
   */
  public RectanglesRun tables(RectanglesFacts facts) {
    if (next().isPresent()) {
      throw new IllegalStateException("the run is not over");
    }
    return new RectanglesRun(
        facts, Arrays.stream(rows).map(row -> Objects.requireNonNull(row)).toList());
  }
}
