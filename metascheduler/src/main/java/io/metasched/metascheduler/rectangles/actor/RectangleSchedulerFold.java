package io.metasched.metascheduler.rectangles.actor;

import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.StateFold;
import io.metasched.resource.owner.ReplyCache;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.ReservationBook;
import io.metasched.resource.rectangles.actor.ReservedPart;
import java.util.List;

/** State of a scheduler of reservations as the fold of its events, without any decisions. */
final class RectangleSchedulerFold implements StateFold<RectangleSchedulerFold.State> {
  private final int elements;
  private final int cachedReplies;

  /** State: reservations and cached replies. Confined to one thread. */
  static final class State {
    private final ReservationBook book;
    private final ReplyCache<RectangleScheduler.Reply> replies;

    State(int elements, int cachedReplies) {
      book = new ReservationBook(elements);
      replies = new ReplyCache<>(cachedReplies);
    }
  }

  /**
   * @param elements number of elements of the multiprocessor, at least 1
   * @param cachedReplies number of replies cached, at least 1
   */
  RectangleSchedulerFold(int elements, int cachedReplies) {
    this.elements = elements;
    this.cachedReplies = cachedReplies;
  }

  @Override
  public State empty() {
    return new State(elements, cachedReplies);
  }

  @Override
  public State apply(State state, CborSerializable stored) {
    var event = (RectangleSchedulerEvent) stored;
    if (event.reply() instanceof RectangleScheduler.Reserved reserved) {
      state.book.add(reserved.part().job(), reserved.part().reservation());
    } else if (event instanceof RectangleSchedulerEvent.ReservationForgotten forgotten) {
      state.book.remove(forgotten.job());
    } else if (event instanceof RectangleSchedulerEvent.ElementsGivenBack given) {
      state.book.giveBack(given.job(), given.nowTick(), ElementSet.ofRanges(given.kept()));
    }
    state.replies.add(event.reply().id(), event.reply());
    return state;
  }

  @Override
  public CborSerializable snapshot(State state) {
    return new RectangleSchedulerEvent.Snapshot(
        ReservedPart.of(state.book.entries()),
        List.copyOf(state.replies.answers().values()),
        state.replies.forgotten());
  }

  @Override
  public State restored(CborSerializable snapshot) {
    var from = (RectangleSchedulerEvent.Snapshot) snapshot;
    var state = empty();
    state.book.restore(ReservedPart.entries(from.parts()));
    state.replies.restore(from.forgotten(), from.replies(), reply -> reply.id());
    return state;
  }
}
