package io.metasched.resource.broker;

import java.util.Collection;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * Offers that one broker may accept: the offers of the broker's last round, until they expire.
 * Confined to one thread.
 */
final class OpenOffers {
  /** Task with the row of the node offered for it. */
  record Row(Task task, int row) {}

  private final long round;
  private final long lapseTick;
  private final TreeMap<Long, Row> offers = new TreeMap<>();

  OpenOffers(long round, long lapseTick) {
    this.round = round;
    this.lapseTick = lapseTick;
  }

  /**
   * Returns the open offers, by task.
   *
   * @param nodeOfRow function from a row to the id of its node
   */
  BrokerOffers of(int broker, IntUnaryOperator nodeOfRow) {
    var open =
        offers.values().stream()
            .map(each -> new OfferedTask(each.task(), nodeOfRow.applyAsInt(each.row())))
            .toList();
    return new BrokerOffers(broker, round, lapseTick, open);
  }

  /** Removes offers of a round that were accepted, or refused permanently. */
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

  /** Returns the reason why a task's offer of a round may not be accepted, or empty if it may. */
  Optional<TaskRefusal> refusal(long ofRound, long task, long nowTick) {
    if (ofRound < round || (ofRound == round && nowTick >= lapseTick)) {
      return Optional.of(TaskRefusal.EXPIRED);
    }
    return ofRound > round || !offers.containsKey(task)
        ? Optional.of(TaskRefusal.UNKNOWN_OFFER)
        : Optional.empty();
  }

  /** Removes and returns the offer for a task; the offer must exist. */
  Row take(long task) {
    var offer = offers.remove(task);
    if (offer == null) {
      throw new IllegalStateException("nothing is offered for task " + task);
    }
    return offer;
  }

  /** Removes all offers if they have expired. */
  void clearIfOver(long nowTick) {
    if (nowTick >= lapseTick) {
      offers.clear();
    }
  }
}
