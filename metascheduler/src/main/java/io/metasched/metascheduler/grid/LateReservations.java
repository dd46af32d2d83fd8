package io.metasched.metascheduler.grid;

import io.metasched.resource.provider.Reservation;
import java.util.ArrayList;
import java.util.List;

/**
 * The reservations that end late as they stand and may yet begin earlier, in the order in which
 * they were placed. Cost: O(l) per question for l of them. Confined to one thread.
 */
public final class LateReservations {

  /**
   * One of them.
   *
   * @param task what was asked for
   * @param provider index of the provider that keeps it
   * @param reservation what is kept
   */
  public record Late(GridTask.Advance task, int provider, Reservation reservation) {}

  private final List<Late> late = new ArrayList<>();
  private final boolean isKept;

  /**
   * @param choice its policy says whether late reservations move forward; if not, none is kept
   */
  public LateReservations(GridChoice choice) {
    isKept = choice.movesLateForward();
  }

  /** A provider has placed a reservation; it is kept here if it ends late. */
  public void placed(GridTask.Advance task, int provider, Reservation reservation) {
    if (isKept && reservation.tardinessTicks() > 0) {
      late.add(new Late(task, provider, reservation));
    }
  }

  /** All of them, in order. */
  public List<Late> all() {
    return List.copyOf(late);
  }

  /** Goes on from those that another one has. */
  public void restore(List<Late> from) {
    late.addAll(from);
  }

  /** Takes out all that have not begun. */
  public List<Late> takeAll(long now) {
    var all = late.stream().filter(each -> each.reservation().startTick() > now).toList();
    late.clear();
    return all;
  }
}
