package io.metasched.metascheduler.whatif.actor;

import io.metasched.metascheduler.whatif.ClusterRequest;
import io.metasched.metascheduler.whatif.GridAnswer.Outcome;
import io.metasched.metascheduler.whatif.PlacementRound;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.Granted;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.Part;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.PlacementBegun;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.RequestAnswered;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.RequestTaken;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Answered;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Withdraw;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Withdrawn;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.actor.Provider;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Request that is being placed. After a restart of the service, the written part of the placement
 * is repeated; a withdrawal may end the request only after this.
 */
final class OpenRequest implements OpenCommand {
  private final RequestTaken taken;
  private final PlacementRound round;
  private List<Integer> leftOut;
  private int written; // number of placements whose start is written
  private @Nullable Withdraw withdrawal;

  /**
   * @param begun the placements that were begun before a restart
   */
  OpenRequest(RequestTaken taken, List<PlacementBegun> begun) {
    this.taken = taken;
    round = new PlacementRound(taken.request(), taken.nowTick());
    written = begun.size();
    leftOut = begun.isEmpty() ? List.of() : begun.get(0).leftOut();
  }

  CommandId id() {
    return taken.id();
  }

  int processors() {
    return taken.request().part().processors();
  }

  @Override
  public long nowTick() {
    return taken.nowTick();
  }

  /** Returns whether the clusters that answer the probe in time are known. */
  boolean isProbed() {
    return written > 0;
  }

  /** Returns the clusters that did not answer the probe in time. */
  List<Integer> leftOut() {
    return leftOut;
  }

  boolean isSearching() {
    return round.isSearching();
  }

  void found(List<Integer> candidates) {
    round.found(candidates);
  }

  boolean isProbing() {
    return round.isProbing();
  }

  List<Integer> awaited() {
    return round.awaited();
  }

  void exclude(List<Integer> silent) {
    leftOut = silent;
    round.exclude(silent);
  }

  /** Returns whether a command is the first withdrawal of this request. */
  boolean isFirst(Withdraw command) {
    return withdrawal == null && command.request() == taken.request().number();
  }

  /** Returns the withdrawal of this request; null if there is none. */
  @Nullable Withdraw withdrawal() {
    return withdrawal;
  }

  /** Withdraws the request; this ends the request unless it is granted before. */
  void withdraw(Withdraw command) {
    withdrawal = command;
    endIfWithdrawn();
  }

  private void endIfWithdrawn() {
    if (withdrawal != null && round.begun() >= written) {
      round.withdraw();
    }
  }

  @Override
  public Optional<GridReservationEvent> unwritten() {
    if (round.begun() <= written) {
      return Optional.empty();
    }
    written = round.begun();
    return Optional.of(new PlacementBegun(leftOut));
  }

  @Override
  public List<ClusterRequest> next() {
    return round.next();
  }

  @Override
  public void answered(Provider.Reply reply) {
    int cluster = reply.provider();
    if (reply instanceof Provider.Probed probed) {
      round.probed(cluster, probed.answer());
    } else if (reply instanceof Provider.Decided decided) {
      round.decided(cluster, decided.answer());
    } else if (reply instanceof Provider.Withdrawn) {
      round.givenUp(cluster);
    } else {
      round.hasBegun(cluster);
    }
    endIfWithdrawn();
  }

  @Override
  public boolean isOver() {
    return round.isOver();
  }

  @Override
  public RequestAnswered conclusion(long given) {
    var answer = round.answer();
    var parts = round.reserved().entrySet().stream();
    var granted =
        new Granted(
            answer.request(), parts.map(part -> new Part(part.getKey(), part.getValue())).toList());
    var withdrawn =
        withdrawal == null || answer.outcome() != Outcome.WITHDRAWN
            ? null
            : new Withdrawn(withdrawal.id(), answer.running());
    var reply = new Answered(taken.id(), answer);
    return new RequestAnswered(taken.nowTick(), reply, granted, given, withdrawn);
  }
}
