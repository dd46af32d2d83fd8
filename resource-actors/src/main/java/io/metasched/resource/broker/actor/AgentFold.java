package io.metasched.resource.broker.actor;

import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.StateFold;
import io.metasched.resource.broker.AgentBook;
import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.owner.ReplyCache;
import java.util.ArrayList;
import java.util.List;

/** State of an agent as the fold of its events, without any decisions. */
final class AgentFold implements StateFold<AgentFold.State> {
  private final List<AgentNode> nodes;
  private final TableLimits limits;
  private final int cachedReplies;

  /** State: reservations, open offers and cached replies. Confined to one thread. */
  static final class State {
    private final AgentBook book;
    private final ReplyCache<Agent.Reply> replies;

    State(AgentBook book, int cachedReplies) {
      this.book = book;
      replies = new ReplyCache<>(cachedReplies);
    }
  }

  /**
   * @param cachedReplies number of replies cached, at least 1
   */
  AgentFold(List<AgentNode> nodes, TableLimits limits, int cachedReplies) {
    this.nodes = List.copyOf(nodes);
    this.limits = limits;
    this.cachedReplies = cachedReplies;
  }

  @Override
  public State empty() {
    return new State(new AgentBook(nodes, limits), cachedReplies);
  }

  @Override
  public State apply(State state, CborSerializable stored) {
    var event = (AgentEvent) stored;
    if (event instanceof AgentEvent.TasksOffered offered) {
      state.book.lapse(offered.nowTick());
      state.book.takeOffers(offered.offers());
    } else if (event instanceof AgentEvent.TasksHeld held) {
      state.book.lapse(held.nowTick());
      held.reservations().forEach(state.book::take);
      forgetOffers(state, held.reply());
    } else if (event instanceof AgentEvent.TasksCommitted committed) {
      state.book.commit(committed.holds(), committed.nowTick());
    } else if (event instanceof AgentEvent.TasksReleased released) {
      state.book.release(released.holds(), released.nowTick());
    } else if (event instanceof AgentEvent.TaskCancelled cancelled) {
      state.book.cancel(cancelled.user(), cancelled.task(), cancelled.nowTick());
    }
    state.replies.add(event.reply().id(), event.reply());
    return state;
  }

  private static void forgetOffers(State state, Agent.Held reply) {
    var answer = reply.answer();
    var tasks = new ArrayList<Long>();
    answer.held().forEach(each -> tasks.add(each.task()));
    answer.refused().forEach(each -> tasks.add(each.task()));
    state.book.forgetOffers(reply.id().issuer(), reply.round(), tasks);
  }

  @Override
  public CborSerializable snapshot(State state) {
    return new AgentEvent.Snapshot(
        List.copyOf(state.book.reservations()),
        state.book.version(),
        List.copyOf(state.replies.answers().values()),
        state.replies.forgotten(),
        state.book.offers());
  }

  @Override
  public State restored(CborSerializable snapshot) {
    var from = (AgentEvent.Snapshot) snapshot;
    var state = empty();
    state.book.restore(from.reservations(), from.version());
    from.openOffers().forEach(state.book::takeOffers);
    state.replies.restore(from.forgotten(), from.replies(), reply -> reply.id());
    return state;
  }
}
