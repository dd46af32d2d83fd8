package io.metasched.metascheduler.whatif.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.actor.Providers;
import io.metasched.metascheduler.whatif.ClusterRequest;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.Concluded;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.PlacementBegun;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.RequestTaken;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.WithdrawalTaken;
import io.metasched.metascheduler.whatif.actor.GridReservationService.ClientCommand;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Failed;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Rejected;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Rejection;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Reply;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Request;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Withdraw;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.actor.Provider;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Execution of the commands of a grid reservation service, one at a time. An event is written
 * before clusters are asked and before an answer is sent; without a journal, nothing is written.
 * Part of its actor, and confined to it.
 */
final class GridReservations {
  /** Lookup at the information service of the clusters with enough processors. */
  @FunctionalInterface
  interface Search {
    void forClusters(CommandId request, int processors);
  }

  private final Search search;
  private final Providers clusters;
  private final EventLog eventLog;
  private final GridReservationFold fold;
  private final GridReservationFold.State state;
  private final RepliesOnce<Reply> replies;
  private @Nullable OpenCommand open; // command that is being executed or written
  private Optional<String> failure = Optional.empty();

  /** Creates the execution from a state, see {@link #resume}. */
  GridReservations(
      Search search,
      Providers clusters,
      EventLog eventLog,
      GridReservationFold fold,
      GridReservationFold.State state) {
    this.search = search;
    this.clusters = clusters;
    this.eventLog = eventLog;
    this.fold = fold;
    this.state = state;
    replies = new RepliesOnce<>(state.replies());
    clusters.restore(state.given());
  }

  /**
   * Resumes the command that was in progress, if there is one.
   *
   * @param nobody receiver of the answer, unless the command is repeated
   */
  void resume(ActorRef<Reply> nobody) {
    var events = state.inProgress();
    if (events.isEmpty()) {
      return;
    }
    if (events.get(0) instanceof RequestTaken taken) {
      replies.isNew(taken.id(), nobody);
      place(taken, events.stream().skip(1).map(PlacementBegun.class::cast).toList());
    } else {
      var taken = (WithdrawalTaken) events.get(0);
      replies.isNew(taken.id(), nobody);
      giveUp(taken);
    }
  }

  void place(Request c) {
    if (!isNew(c)) {
      return;
    }
    if (open != null) {
      answer(new Rejected(c.id(), Rejection.BUSY));
      return;
    }
    var taken = new RequestTaken(c.id(), c.request(), c.nowTick());
    write(taken);
    place(taken, List.of());
  }

  private void place(RequestTaken taken, List<PlacementBegun> begun) {
    var request = new OpenRequest(taken, begun);
    open = request;
    search.forClusters(request.id(), request.processors());
  }

  void withdraw(Withdraw c) {
    if (!isNew(c)) {
      return;
    }
    if (open instanceof OpenRequest request && request.isFirst(c)) {
      boolean isBeingWritten = request.isOver();
      request.withdraw(c);
      if (!isBeingWritten) {
        proceed(request);
      }
    } else if (open != null) {
      answer(new Rejected(c.id(), Rejection.BUSY));
    } else {
      giveUp(c);
    }
  }

  private void giveUp(Withdraw c) {
    if (state.granted(c.request()).isEmpty()) {
      answer(new Rejected(c.id(), Rejection.UNKNOWN_RESERVATION));
      return;
    }
    var taken = new WithdrawalTaken(c.id(), c.request(), c.nowTick());
    write(taken);
    giveUp(taken);
  }

  private void giveUp(WithdrawalTaken c) {
    var withdrawal = new OpenWithdrawal(c, state.granted(c.request()).orElseThrow());
    open = withdrawal;
    proceed(withdrawal);
  }

  /** Accepts a command; returns whether to execute it. */
  private boolean isNew(ClientCommand c) {
    if (!replies.isNew(c.id(), c.replyTo())) {
      return false;
    }
    if (state.replies().isTooOld(c.id())) {
      answer(new Rejected(c.id(), Rejection.TOO_OLD));
    } else if (failure.isPresent()) {
      answer(new Failed(c.id(), failure.get()));
    } else {
      return true;
    }
    return false;
  }

  private void answer(Reply reply) {
    replies.answer(reply.id(), reply);
  }

  /** Returns whether the clusters for a request must still be found. */
  boolean isSearchingFor(CommandId id) {
    return open instanceof OpenRequest request && request.isSearching() && request.id().equals(id);
  }

  /** Receives the answer of the information service. */
  void found(GridInformationService.Candidates candidates) {
    if (isSearchingFor(candidates.id()) && open instanceof OpenRequest request) {
      request.found(candidates.clusters());
      proceed(request);
      if (request.isProbed()) {
        exclude(request, request.leftOut());
      }
    }
  }

  /**
   * Excludes the clusters that have not answered the probe for a request, and returns them; empty
   * if the probe has ended.
   */
  List<Integer> excludeSilent(CommandId id) {
    if (!(open instanceof OpenRequest request)
        || !request.id().equals(id)
        || !request.isProbing()
        || request.isProbed()) {
      return List.of();
    }
    var silent = request.awaited();
    exclude(request, silent);
    return silent;
  }

  private void exclude(OpenRequest request, List<Integer> silent) {
    silent.forEach(clusters::forget);
    request.exclude(silent);
    proceed(request);
  }

  /** Receives the answer of a cluster. */
  void answered(Provider.Reply reply) {
    if (!clusters.answered(reply.id()) || open == null) {
      return; // a repeated answer, or the answer of an excluded cluster
    }
    if (reply instanceof Provider.Rejected rejected
        && rejected.reason() != io.metasched.resource.actor.Rejection.UNKNOWN_RESERVATION) {
      fail("cluster %d rejects: %s".formatted(rejected.provider(), rejected.reason()));
    } else {
      open.answered(reply);
      proceed(open);
    }
  }

  /** Sends the next commands, or the answer, after the events are written. */
  private void proceed(OpenCommand command) {
    if (command.isOver()) {
      clusters.forgetAll();
      var event = command.conclusion(clusters.given());
      eventLog.append(event, () -> concluded(event));
      return;
    }
    command.unwritten().ifPresent(this::write);
    eventLog.whenWritten(
        () -> {
          if (command == open && !command.isOver()) {
            command.next().forEach(each -> ask(each, command.nowTick()));
          }
        });
  }

  private void write(GridReservationEvent event) {
    eventLog.append(event, () -> fold.apply(state, event));
  }

  private void ask(ClusterRequest command, long now) {
    clusters.ask(
        command.cluster(),
        (id, replyTo) -> {
          if (command instanceof ClusterRequest.Probe probe) {
            return new Provider.Probe(id, probe.request(), now, replyTo);
          } else if (command instanceof ClusterRequest.Reserve reserve) {
            return new Provider.Reserve(id, reserve.slot(), Lateness.REFUSED, now, replyTo);
          }
          var reservation = ((ClusterRequest.Withdraw) command).reservation();
          return new Provider.Withdraw(id, reservation, now, replyTo);
        });
  }

  private void concluded(Concluded event) {
    var withdrawal = open instanceof OpenRequest request ? request.withdrawal() : null;
    open = null;
    fold.apply(state, event);
    event.replies().forEach(this::answer);
    if (withdrawal == null || state.replies().of(withdrawal.id()).isPresent()) {
      return;
    }
    if (failure.isPresent()) {
      answer(new Failed(withdrawal.id(), failure.get()));
    } else {
      giveUp(withdrawal);
    }
  }

  /** Repeats the commands without an answer. */
  void askAgain() {
    clusters.askAgain();
    if (open instanceof OpenRequest request && request.isSearching()) {
      search.forClusters(request.id(), request.processors());
    }
  }

  /**
   * Fails: the command in progress, unless its answer is being written, and all later commands are
   * answered as failed.
   */
  void fail(String what) {
    var first = failure.orElse(what);
    failure = Optional.of(first);
    if (open == null || !open.isOver()) {
      open = null;
      clusters.forgetAll();
      replies.answerAll(id -> new Failed(id, first));
    }
  }
}
