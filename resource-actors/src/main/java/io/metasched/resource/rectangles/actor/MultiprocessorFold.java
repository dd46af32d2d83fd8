package io.metasched.resource.rectangles.actor;

import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.StateFold;
import io.metasched.resource.owner.ReplyCache;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.ReservationBook;
import java.util.List;

/** State of a multiprocessor as the fold of its events. */
final class MultiprocessorFold implements StateFold<MultiprocessorFold.State> {
  private final int elements;
  private final int cachedReplies;

  /** State: reservations and cached replies. Confined to one thread. */
  static final class State {
    private final ReservationBook book;
    private final ReplyCache<Multiprocessor.Reply> replies;

    State(int elements, int cachedReplies) {
      book = new ReservationBook(elements);
      replies = new ReplyCache<>(cachedReplies);
    }
  }

  /**
   * @param elements number of elements, at least 1
   * @param cachedReplies number of replies cached, at least 1
   */
  MultiprocessorFold(int elements, int cachedReplies) {
    this.elements = elements;
    this.cachedReplies = cachedReplies;
  }

  @Override
  public State empty() {
    return new State(elements, cachedReplies);
  }

  @Override
  public State apply(State state, CborSerializable stored) {
    var event = (MultiprocessorEvent) stored;
    if (event instanceof MultiprocessorEvent.ElementsReserved reserved) {
      state.book.add(reserved.part().job(), reserved.part().reservation());
    } else if (event instanceof MultiprocessorEvent.ElementsReleased released) {
      state.book.remove(released.job());
    } else if (event instanceof MultiprocessorEvent.ElementsGivenBack given) {
      state.book.giveBack(given.job(), given.nowTick(), ElementSet.ofRanges(given.kept()));
    }
    state.replies.add(event.reply().id(), event.reply());
    return state;
  }

  @Override
  public CborSerializable snapshot(State state) {
    return new MultiprocessorEvent.Snapshot(
        ReservedPart.of(state.book.entries()),
        List.copyOf(state.replies.answers().values()),
        state.replies.forgotten());
  }

  @Override
  public State restored(CborSerializable snapshot) {
    var from = (MultiprocessorEvent.Snapshot) snapshot;
    var state = empty();
    state.book.restore(ReservedPart.entries(from.parts()));
    state.replies.restore(from.forgotten(), from.replies(), reply -> reply.id());
    return state;
  }
}
