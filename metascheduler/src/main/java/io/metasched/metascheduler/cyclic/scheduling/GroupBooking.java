package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.BookWindow;
import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.QueryUncontendedSlots;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Process that books a plan with the result of a {@link BookingProcess}, but requests many windows
 * at once from owners: windows that cannot conflict, and for which users can pay regardless of the
 * outcome of the others.
 *
 * <p>{@link #next} returns the next request to owners; the caller reports their answer before the
 * next call.
 */
public final class GroupBooking {

  /** Request to owners. */
  public sealed interface Step {}

  /**
   * Request to hold all parts of each window and then book them, or to book none of that window.
   * Answered by {@link #booked}.
   *
   * @param windows at least one window, in the order of job ids
   */
  public record BookWindows(List<BookWindow> windows) implements Step {
    public BookWindows {
      windows = List.copyOf(windows);
    }
  }

  /**
   * Request for the slots of a horizon as they would be without any VO job. Answered by {@link
   * #uncontended}.
   */
  public record OfferUncontended(Span horizon) implements Step {}

  /** Refusal by an owner of a part of a window. */
  public record Denial(int node, Refusal reason) {}

  private final BookingProcess process;
  private final int mostParts;
  private final TreeMap<JobId, Optional<Denial>> outcomes = new TreeMap<>();
  private final List<BookWindow> booked = new ArrayList<>();
  private List<BookWindow> asked = List.of();

  /**
   * @param process process of the plan, of which nothing is booked yet
   * @param mostParts maximum number of parts in a group of windows; a single window is a group
   *     regardless of its number of parts
   */
  public GroupBooking(BookingProcess process, int mostParts) {
    this.process = process;
    this.mostParts = mostParts;
  }

  /** Returns the cycle whose plan is booked. */
  public int cycle() {
    return process.cycle();
  }

  /** Returns the windows booked so far, in the order of job ids. */
  public List<BookWindow> booked() {
    return booked;
  }

  /** Continues until owners are needed; empty when the plan is done. */
  public Optional<Step> next() {
    for (var step = process.next(); step.isPresent(); step = process.next()) {
      if (step.get() instanceof QueryUncontendedSlots query) {
        return Optional.of(new OfferUncontended(query.horizon()));
      }
      var window = (BookWindow) step.get();
      if (!outcomes.containsKey(window.job())) {
        asked = process.group(mostParts);
        return Optional.of(new BookWindows(asked));
      }
      report(window);
    }
    return Optional.empty();
  }

  private void report(BookWindow window) {
    var denial = Objects.requireNonNull(outcomes.remove(window.job()));
    if (denial.isPresent()) {
      process.refused(denial.get().node(), denial.get().reason());
    } else {
      process.booked();
      booked.add(window);
    }
  }

  /**
   * Reports that the requested windows are booked, except the refused windows, of which no part is
   * held.
   */
  public void booked(SortedMap<JobId, Denial> refused) {
    if (asked.isEmpty()) {
      throw new IllegalStateException("no window was requested");
    }
    for (var window : asked) {
      outcomes.put(window.job(), Optional.ofNullable(refused.get(window.job())));
    }
    report(asked.get(0));
    asked = List.of();
  }

  /** Reports the slots that would be vacant without any VO job. */
  public void uncontended(SlotTable slots) {
    process.uncontended(slots);
  }
}
