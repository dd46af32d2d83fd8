package io.metasched.metascheduler.whatif.actor;

import io.metasched.metascheduler.whatif.actor.GridReservationEvent.Concluded;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.Granted;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.InProgress;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.RequestAnswered;
import io.metasched.metascheduler.whatif.actor.GridReservationEvent.ReservationWithdrawn;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.StateFold;
import io.metasched.resource.owner.ReplyCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** State of a grid reservation service as the fold of its events, without any placements. */
final class GridReservationFold implements StateFold<GridReservationFold.State> {
  private final int cachedReplies;

  /** State between two commands, with the written events of a command in progress. */
  static final class State {
    private final TreeMap<Integer, Granted> granted = new TreeMap<>();
    private final List<InProgress> inProgress = new ArrayList<>();
    private final ReplyCache<GridReservationService.Reply> replies;
    private long given;

    private State(int cachedReplies) {
      replies = new ReplyCache<>(cachedReplies);
    }

    /** Returns the reservations of a request; empty if all are known to have ended. */
    Optional<Granted> granted(int request) {
      return Optional.ofNullable(granted.get(request));
    }

    /** Returns the events of the command in progress; empty if there is none. */
    List<InProgress> inProgress() {
      return List.copyOf(inProgress);
    }

    ReplyCache<GridReservationService.Reply> replies() {
      return replies;
    }

    /** Returns the number of commands sent to clusters up to the last answer. */
    long given() {
      return given;
    }

    private void conclude(Concluded event) {
      inProgress.clear();
      given = event.given();
      event.replies().forEach(reply -> replies.add(reply.id(), reply));
      if (event instanceof RequestAnswered answered) {
        granted.values().removeIf(each -> !each.lastsBeyond(answered.nowTick()));
        if (!answered.granted().parts().isEmpty()) {
          granted.put(answered.granted().request(), answered.granted());
        }
      } else if (event instanceof ReservationWithdrawn withdrawn) {
        granted.remove(withdrawn.request());
      }
    }
  }

  /**
   * @param cachedReplies number of replies cached, at least 1
   */
  GridReservationFold(int cachedReplies) {
    this.cachedReplies = cachedReplies;
  }

  @Override
  public State empty() {
    return new State(cachedReplies);
  }

  @Override
  public State apply(State state, CborSerializable event) {
    if (event instanceof InProgress progress) {
      state.inProgress.add(progress);
    } else {
      state.conclude((Concluded) event);
    }
    return state;
  }

  @Override
  public CborSerializable snapshot(State state) {
    return new GridReservationEvent.Snapshot(
        List.copyOf(state.granted.values()),
        state.given,
        state.inProgress,
        List.copyOf(state.replies.answers().values()),
        state.replies.forgotten());
  }

  @Override
  public State restored(CborSerializable snapshot) {
    var from = (GridReservationEvent.Snapshot) snapshot;
    var state = empty();
    from.granted().forEach(each -> state.granted.put(each.request(), each));
    state.given = from.given();
    state.inProgress.addAll(from.inProgress());
    state.replies.restore(from.forgotten(), from.replies(), reply -> reply.id());
    return state;
  }
}
