package io.metasched.metascheduler.broker;

import io.metasched.resource.broker.Task;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Tasks of a broker without an outcome, in the order in which they will be placed, with the number
 * of rounds of each task. Confined to one thread.
 */
final class TaskQueue {
  private static final class Waiting {
    private final Task task;
    private int rounds;
    private int idleRounds;

    Waiting(Task task) {
      this.task = task;
    }

    private boolean isGivenUp(BrokerRules rules) {
      return rounds >= rules.mostRounds() || idleRounds >= rules.idleRounds();
    }
  }

  private static final int MOST_CHARACTERS = 1 << 20; // at most three bytes per character

  private final LinkedHashMap<Long, Waiting> waiting = new LinkedHashMap<>();

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  boolean has(long task) {
    return waiting.containsKey(task);
  }

  Optional<Task> of(long task) {
    return Optional.ofNullable(waiting.get(task)).map(each -> each.task);
  }

  /** Adds a task at the end; returns false if the queue has a task with the same id. */
  boolean add(Task task) {
    return waiting.putIfAbsent(task.id(), new Waiting(task)) == null;
  }

  void remove(long task) {
    waiting.remove(task);
  }

  /**
   * Returns the first {@code most} tasks, or fewer, but at least one, if their access lists are too
   * long for one message.
   */
  List<Task> first(int most) {
    var first = new ArrayList<Task>();
    int characters = 0;
    for (var each : waiting.values()) {
      characters += each.task.access().length();
      if (first.size() >= most || (characters > MOST_CHARACTERS && !first.isEmpty())) {
        break;
      }
      first.add(each.task);
    }
    return first;
  }

  List<Task> tasks() {
    return waiting.values().stream().map(each -> each.task).toList();
  }

  /**
   * Counts a round for the tasks of the round that still wait.
   *
   * @return tasks that fail and are removed
   */
  List<Long> tried(ReservationRound over, BrokerRules rules) {
    var givenUp = new ArrayList<Long>();
    for (long task : over.tasks()) {
      var each = waiting.get(task);
      if (each != null) {
        each.rounds++;
        each.idleRounds += over.placed().isEmpty() ? 1 : 0;
        if (each.isGivenUp(rules)) {
          givenUp.add(task);
        }
      }
    }
    givenUp.forEach(task -> Objects.requireNonNull(waiting.remove(task)));
    return givenUp;
  }
}
