package io.metasched.resource.broker;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reservations of an agent by task, and holds by the tick at which they expire. Confined to one
 * thread; a change costs O(log n).
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

  /** Returns all reservations, by task. */
  Collection<TaskReservation> all() {
    return Collections.unmodifiableCollection(byTask.values());
  }

  /** Returns the reservations of tasks with an id of at least {@code task}, by task. */
  Collection<TaskReservation> from(long task) {
    return Collections.unmodifiableCollection(byTask.tailMap(task).values());
  }

  int held() {
    return holds.size();
  }

  /** Adds a reservation; replaces an earlier reservation of the task. */
  void put(TaskReservation reservation) {
    remove(reservation.task().id());
    byTask.put(reservation.task().id(), reservation);
    if (!reservation.isCommitted()) {
      holds.add(reservation);
    }
  }

  void remove(long task) {
    var removed = byTask.remove(task);
    if (removed != null) {
      holds.remove(removed);
    }
  }

  /** Returns a hold that has expired by {@code nowTick}, if there is one. */
  Optional<TaskReservation> lapsed(long nowTick) {
    return holds.isEmpty() || holds.first().lapseTick() > nowTick
        ? Optional.empty()
        : Optional.of(holds.first());
  }
}
