package io.metasched.metascheduler.whatif.actor;

import io.metasched.metascheduler.whatif.ClusterRequest;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.Granted;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.Part;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.ReservationWithdrawn;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.WithdrawalTaken;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Rejected;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Rejection;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Withdrawn;
import io.metasched.resource.provider.actor.Provider;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Withdrawal in execution: all parts of the reservations are withdrawn at once, except those that
 * have begun.
 */
final class OpenWithdrawal implements OpenCommand {
  private final WithdrawalTaken taken;
  private final TreeMap<Integer, Part> awaited = new TreeMap<>();
  private final TreeSet<Integer> running = new TreeSet<>();
  private boolean hasGivenUp;
  private boolean isAsked;

  OpenWithdrawal(WithdrawalTaken taken, Granted granted) {
    this.taken = taken;
    granted.parts().forEach(part -> awaited.put(part.cluster(), part));
  }

  @Override
  public long nowTick() {
    return taken.nowTick();
  }

  @Override
  public Optional<GridReservationEvent> unwritten() {
    return Optional.empty();
  }

  @Override
  public List<ClusterRequest> next() {
    if (isAsked) {
      return List.of();
    }
    isAsked = true;
    return awaited.values().stream()
        .<ClusterRequest>map(p -> new ClusterRequest.Withdraw(p.cluster(), p.reservation()))
        .toList();
  }

  @Override
  public void answered(Provider.Reply reply) {
    awaited.remove(reply.provider());
    if (reply instanceof Provider.Withdrawn) {
      hasGivenUp = true;
    } else {
      running.add(reply.provider());
    }
  }

  @Override
  public boolean isOver() {
    return awaited.isEmpty();
  }

  @Override
  public ReservationWithdrawn conclusion(long given) {
    var reply =
        hasGivenUp
            ? new Withdrawn(taken.id(), List.copyOf(running))
            : new Rejected(taken.id(), Rejection.UNKNOWN_RESERVATION);
    return new ReservationWithdrawn(reply, taken.request(), given);
  }
}
