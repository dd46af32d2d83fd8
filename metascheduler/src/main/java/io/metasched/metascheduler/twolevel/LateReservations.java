package io.metasched.metascheduler.twolevel;

import io.metasched.resource.provider.Reservation;
import java.util.ArrayList;
import java.util.List;

/**
 * Reservations that were placed late and may still begin earlier, in the order of placement. Cost:
 * O(l) per query for l reservations. Confined to one thread.
 */
public final class LateReservations {

  /**
   * Reservation that was placed with an end after its due time.
   *
   * @param task the request
   * @param provider index of its provider
   * @param reservation the reservation as placed
   */
  public record Late(GridTask.Advance task, int provider, Reservation reservation) {}

  private final List<Late> late = new ArrayList<>();
  private final boolean isKept;

  /**
   * @param choice selection whose policy decides whether late reservations move forward; if they do
   *     not, none is kept
   */
  public LateReservations(GridChoice choice) {
    isKept = choice.movesLateForward();
  }

  /** Records a reservation that a provider has placed, if it ends late. */
  public void placed(GridTask.Advance task, int provider, Reservation reservation) {
    if (isKept && reservation.tardinessTicks() > 0) {
      late.add(new Late(task, provider, reservation));
    }
  }

  /** Returns all late reservations, in the order of placement. */
  public List<Late> all() {
    return List.copyOf(late);
  }

  /** Restores the late reservations of another collection. */
  public void restore(List<Late> from) {
    late.addAll(from);
  }

  /** Clears the collection and returns the reservations that have not begun. */
  public List<Late> takeAll(long now) {
    var all = late.stream().filter(each -> each.reservation().startTick() > now).toList();
    late.clear();
    return all;
  }
}
