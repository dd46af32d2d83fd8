package io.metasched.metascheduler.actor;

import io.metasched.metascheduler.actor.GridReservationEvent.Granted;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.StateFold;
import io.metasched.resource.owner.ReplyCache;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The state of a grid reservation service as the fold of its events: nothing is placed here. */
final class GridReservationFold implements StateFold<GridReservationFold.State> {
  private final int cachedReplies;

  /** What it knows between two requests. Confined to one thread. */
  static final class State {
    private final TreeMap<Integer, Granted> granted = new TreeMap<>();
    private final ReplyCache<GridReservationService.Reply> replies;
    private long given;

    State(int cachedReplies) {
      replies = new ReplyCache<>(cachedReplies);
    }
  }

  /**
   * @param cachedReplies how many answers are remembered, at least 1
   */
  GridReservationFold(int cachedReplies) {
    this.cachedReplies = cachedReplies;
  }

  @Override
  public State empty() {
    return new State(cachedReplies);
  }

  @Override
  public State apply(State state, CborSerializable stored) {
    var event = (GridReservationEvent) stored;
    if (event instanceof GridReservationEvent.RequestAnswered answered) {
      keep(state.granted, answered.granted(), answered.nowTick());
    } else if (event instanceof GridReservationEvent.ReservationWithdrawn withdrawn) {
      state.granted.remove(withdrawn.request());
    }
    state.given = event.given();
    state.replies.remember(event.reply().id(), event.reply());
    return state;
  }

  /** Keeps what is granted, and forgets what has ended. */
  static void keep(Map<Integer, Granted> all, Granted granted, long nowTick) {
    all.values().removeIf(each -> !each.lastsBeyond(nowTick));
    if (!granted.parts().isEmpty()) {
      all.put(granted.request(), granted);
    }
  }

  @Override
  public CborSerializable snapshot(State state) {
    return new GridReservationEvent.Snapshot(
        List.copyOf(state.granted.values()),
        state.given,
        List.copyOf(state.replies.answers().values()),
        state.replies.forgotten());
  }

  @Override
  public State restored(CborSerializable snapshot) {
    var from = (GridReservationEvent.Snapshot) snapshot;
    var state = empty();
    from.granted().forEach(each -> state.granted.put(each.request(), each));
    state.given = from.given();
    state.replies.forget(from.forgotten());
    from.replies().forEach(reply -> state.replies.remember(reply.id(), reply));
    return state;
  }
}
