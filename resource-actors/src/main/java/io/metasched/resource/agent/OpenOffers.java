package io.metasched.resource.agent;

import java.util.Collection;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * The offers that one broker may accept: those of its last round, until they lapse. Confined to one
 * thread.
 */
final class OpenOffers {
  /** A task and the row of the node that is offered for it. */
  record Row(Task task, int row) {}

  private final long round;
  private final long lapseTick;
  private final TreeMap<Long, Row> offers = new TreeMap<>();

  OpenOffers(long round, long lapseTick) {
    this.round = round;
    this.lapseTick = lapseTick;
  }

  /** What is open, by task; a row is that of a node. */
  BrokerOffers of(int broker, IntUnaryOperator nodeOfRow) {
    var open =
        offers.values().stream()
            .map(each -> new OfferedTask(each.task(), nodeOfRow.applyAsInt(each.row())))
            .toList();
    return new BrokerOffers(broker, round, lapseTick, open);
  }

  /** Forgets offers of a round that were accepted, or refused for good. */
  void forget(long ofRound, Collection<Long> tasks) {
    if (ofRound == round) {
      tasks.forEach(offers::remove);
    }
  }

  boolean isLaterThan(long otherRound) {
    return round > otherRound;
  }

  void add(Task task, int row) {
    offers.put(task.id(), new Row(task, row));
  }

  /** Why the offer of a round for a task may not be accepted, if it may not. */
  Optional<TaskRefusal> refusal(long ofRound, long task, long nowTick) {
    if (ofRound < round || (ofRound == round && nowTick >= lapseTick)) {
      return Optional.of(TaskRefusal.EXPIRED);
    }
    return ofRound > round || !offers.containsKey(task)
        ? Optional.of(TaskRefusal.UNKNOWN_OFFER)
        : Optional.empty();
  }

  /** The offer for a task that has one. */
  Row take(long task) {
    var offer = offers.remove(task);
    if (offer == null) {
      throw new IllegalStateException("nothing is offered for task " + task);
    }
    return offer;
  }

  /** Forgets the offers once they have lapsed. */
  void clearWhenOver(long nowTick) {
    if (nowTick >= lapseTick) {
      offers.clear();
    }
  }
}
