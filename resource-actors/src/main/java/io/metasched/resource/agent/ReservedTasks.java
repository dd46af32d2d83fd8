package io.metasched.resource.agent;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What an agent has reserved, by task, and its holds by the tick at which they lapse. Confined to
 * one thread; a change costs O(log n).
 */
final class ReservedTasks {
  private static final Comparator<TaskReservation> BY_LAPSE =
      Comparator.comparingLong(TaskReservation::lapseTick)
          .thenComparingLong(reservation -> reservation.task().id());

  private final TreeMap<Long, TaskReservation> byTask = new TreeMap<>();
  private final TreeSet<TaskReservation> holds = new TreeSet<>(BY_LAPSE);

  Optional<TaskReservation> of(long task) {
    return Optional.ofNullable(byTask.get(task));
  }

  boolean has(long task) {
    return byTask.containsKey(task);
  }

  /** All of them, by task. */
  Collection<TaskReservation> all() {
    return Collections.unmodifiableCollection(byTask.values());
  }

  /** Those of tasks from one id on, by task. */
  Collection<TaskReservation> from(long task) {
    return Collections.unmodifiableCollection(byTask.tailMap(task).values());
  }

  int held() {
    return holds.size();
  }

  /** Adds one, or replaces that of the same task. */
  void put(TaskReservation reservation) {
    remove(reservation.task().id());
    byTask.put(reservation.task().id(), reservation);
    if (!reservation.lastsForGood()) {
      holds.add(reservation);
    }
  }

  void remove(long task) {
    var removed = byTask.remove(task);
    if (removed != null) {
      holds.remove(removed);
    }
  }

  /** A hold that has lapsed by a tick, if there is one. */
  Optional<TaskReservation> lapsed(long nowTick) {
    return holds.isEmpty() || holds.first().lapseTick() > nowTick
        ? Optional.empty()
        : Optional.of(holds.first());
  }
}
