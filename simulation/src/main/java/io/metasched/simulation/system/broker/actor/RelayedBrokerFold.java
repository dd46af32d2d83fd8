package io.metasched.simulation.system.broker.actor;

import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.StateFold;
import io.metasched.resource.owner.ReplyCache;
import java.util.ArrayList;
import java.util.List;

/**
 * State of a relayed broker: its inputs.
 *
 * @param cachedReplies number of replies cached, at least 1
 */
record RelayedBrokerFold(int cachedReplies) implements StateFold<RelayedBrokerFold.State> {

  /** Inputs, and the replies sent. Confined to one thread. */
  static final class State {
    private final List<RelayedBrokerEvent.Heard> heard = new ArrayList<>();
    private final ReplyCache<RelayedBroker.Reply> replies;

    State(int cachedReplies) {
      replies = new ReplyCache<>(cachedReplies);
    }
  }

  @Override
  public State empty() {
    return new State(cachedReplies);
  }

  @Override
  public State apply(State state, CborSerializable stored) {
    var event = (RelayedBrokerEvent.InputHeard) stored;
    state.heard.add(new RelayedBrokerEvent.Heard(event.input(), event.nowTick()));
    state.replies.add(event.reply().id(), event.reply());
    return state;
  }

  @Override
  public CborSerializable snapshot(State state) {
    return new RelayedBrokerEvent.Snapshot(
        state.heard, List.copyOf(state.replies.answers().values()), state.replies.forgotten());
  }

  @Override
  public State restored(CborSerializable snapshot) {
    var from = (RelayedBrokerEvent.Snapshot) snapshot;
    var state = empty();
    state.heard.addAll(from.heard());
    state.replies.restore(from.forgotten(), from.replies(), reply -> reply.id());
    return state;
  }
}
