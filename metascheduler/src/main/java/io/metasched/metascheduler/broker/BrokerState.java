package io.metasched.metascheduler.broker;

import io.metasched.resource.broker.HeldTask;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskVersion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * State that a broker needs after a restart.
 *
 * @param agents ids of the agents in use, ascending
 * @param waiting the tasks without an outcome, in the order in which they will be placed
 * @param placed the schedule, by id of the task
 * @param committing holds whose commit was requested but not confirmed, by agent
 * @param abandoned holds that lost agents must still release, by agent
 * @param cancellations users who cancelled tasks, by id of the task, in the order of cancellation
 * @param rounds number of the last round
 */
public record BrokerState(
    List<Integer> agents,
    List<Task> waiting,
    List<TaskPlacement> placed,
    SortedMap<Integer, List<HeldTask>> committing,
    SortedMap<Integer, List<TaskVersion>> abandoned,
    Map<Long, String> cancellations,
    long rounds) {
  /** State of a new broker. */
  public static final BrokerState EMPTY =
      new BrokerState(
          List.of(),
          List.of(),
          List.of(),
          new TreeMap<>(),
          new TreeMap<>(),
          new LinkedHashMap<>(),
          0);

  public BrokerState {
    agents = List.copyOf(agents);
    waiting = List.copyOf(waiting);
    placed = List.copyOf(placed);
    committing = copy(committing);
    abandoned = copy(abandoned);
    cancellations = Collections.unmodifiableMap(new LinkedHashMap<>(cancellations));
  }

  private static <T> SortedMap<Integer, List<T>> copy(Map<Integer, List<T>> lists) {
    var copy = new TreeMap<Integer, List<T>>();
    lists.forEach((agent, list) -> copy.put(agent, List.copyOf(list)));
    return Collections.unmodifiableSortedMap(copy);
  }
}
