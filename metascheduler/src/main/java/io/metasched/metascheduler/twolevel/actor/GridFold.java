package io.metasched.metascheduler.twolevel.actor;

import io.metasched.metascheduler.twolevel.GridTask;
import io.metasched.metascheduler.twolevel.actor.GridEvent.Progress;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.StateFold;
import io.metasched.resource.owner.ReplyCache;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalLong;

/** State of a grid scheduler as the fold of its events, without any placements. */
final class GridFold implements StateFold<GridFold.State> {
  private final int cachedReplies;

  /** State between two dispatches. Confined to one thread. */
  static final class State {
    private final ArrayDeque<GridTask> queue = new ArrayDeque<>();
    private final ReplyCache<GridScheduler.Reply> replies;
    private OptionalLong nextDispatch = OptionalLong.empty();
    private Progress progress = Progress.NONE;

    State(int cachedReplies) {
      replies = new ReplyCache<>(cachedReplies);
    }
  }

  /**
   * @param cachedReplies number of replies cached, at least 1
   */
  GridFold(int cachedReplies) {
    this.cachedReplies = cachedReplies;
  }

  @Override
  public State empty() {
    return new State(cachedReplies);
  }

  @Override
  public State apply(State state, CborSerializable stored) {
    var event = (GridEvent) stored;
    if (event instanceof GridEvent.TasksQueued queued) {
      state.queue.addAll(queued.tasks());
      state.nextDispatch = queued.reply().nextDispatch();
    } else if (event instanceof GridEvent.TasksDispatched dispatched) {
      dispatched.left().forEach(state.queue::remove); // usually the first ones
      state.nextDispatch = dispatched.reply().nextDispatch();
      state.progress = dispatched.progress();
    }
    state.replies.add(event.reply().id(), event.reply());
    return state;
  }

  @Override
  public CborSerializable snapshot(State state) {
    return new GridEvent.Snapshot(
        List.copyOf(state.queue),
        state.nextDispatch,
        state.progress,
        List.copyOf(state.replies.answers().values()),
        state.replies.forgotten());
  }

  @Override
  public State restored(CborSerializable snapshot) {
    var from = (GridEvent.Snapshot) snapshot;
    var state = empty();
    state.queue.addAll(from.queue());
    state.nextDispatch = from.nextDispatch();
    state.progress = from.progress();
    state.replies.restore(from.forgotten(), from.replies(), reply -> reply.id());
    return state;
  }
}
