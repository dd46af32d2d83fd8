package io.metasched.metascheduler.broker;

import io.metasched.resource.agent.CommitAnswer;
import io.metasched.resource.agent.HeldTask;
import io.metasched.resource.agent.HoldAnswer;
import io.metasched.resource.agent.OfferBatch;
import io.metasched.resource.agent.RefusedTask;
import io.metasched.resource.agent.Task;
import io.metasched.resource.agent.TaskRefusal;
import io.metasched.resource.agent.TaskVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One round of a broker with its agents about some tasks, step by step: all agents are asked for
 * offers, each task takes the best one, the agents hold what is accepted, and commit what they
 * hold. Each step begins when all agents have answered the one before, or are left out.
 *
 * <p>It says what is to be asked ({@link #next}), and is told the answers, so that one thread and
 * actors carry it out alike. What an agent commits is waited for until the agent is lost: until
 * then nobody knows whether its tasks are reserved.
 *
 * <p>Source: the broker-agent paper, section 3.4; holds are ours. Confined to one thread.
 */
final class ReservationRound {
  private enum Step {
    OFFER,
    HOLD,
    COMMIT,
    OVER
  }

  private final long number;
  private final OfferPolicy policy;
  private final LinkedHashMap<Long, Task> tasks = new LinkedHashMap<>();
  private final SortedMap<Integer, Integer> reservations;
  private final TreeSet<Integer> awaited = new TreeSet<>();
  private final TreeMap<Integer, OfferBatch> offers = new TreeMap<>();
  private final TreeMap<Integer, List<HeldTask>> held = new TreeMap<>();
  private final TreeMap<Long, TaskPlacement> placed = new TreeMap<>();
  private final TreeMap<Long, TaskRefusal> reasons = new TreeMap<>();
  private List<AgentCommand> commands = new ArrayList<>();
  private Step step = Step.OFFER;

  /**
   * @param number grows from round to round
   * @param policy says which offers are taken
   * @param tasks in the order in which they are decided
   * @param reservations how many the broker has, by agent; all agents that are asked
   */
  ReservationRound(
      long number,
      OfferPolicy policy,
      Collection<Task> tasks,
      SortedMap<Integer, Integer> reservations) {
    this.number = number;
    this.policy = policy;
    this.reservations = new TreeMap<>(reservations);
    tasks.forEach(task -> this.tasks.put(task.id(), task));
    tasks.forEach(task -> reasons.put(task.id(), TaskRefusal.NO_AGENT));
    var all = List.copyOf(tasks);
    reservations.keySet().forEach(agent -> ask(new AgentCommand.Offer(agent, number, all)));
    goOn();
  }

  private ReservationRound(
      long number, Collection<Task> tasks, Map<Integer, List<HeldTask>> holds, Step step) {
    this.number = number;
    this.step = step;
    policy = OfferPolicies.LEAST_LOAD; // nothing is left to decide
    reservations = new TreeMap<>();
    tasks.forEach(task -> this.tasks.put(task.id(), task));
    tasks.forEach(task -> reasons.put(task.id(), TaskRefusal.NO_AGENT));
    held.putAll(holds);
    held.forEach(this::askToCommit);
  }

  /** A round that goes on where holds were about to be committed, which they may have been. */
  static ReservationRound resumed(
      long number, Collection<Task> tasks, Map<Integer, List<HeldTask>> holds) {
    return new ReservationRound(number, tasks, holds, Step.COMMIT);
  }

  private void ask(AgentCommand command) {
    awaited.add(command.agent());
    commands.add(command);
  }

  long number() {
    return number;
  }

  /** What is to be asked now, each once: at most one command for each agent. */
  List<AgentCommand> next() {
    var due = commands;
    commands = new ArrayList<>();
    return due;
  }

  boolean isOver() {
    return step == Step.OVER;
  }

  /** Ids of the tasks that it is about, in the order in which they are decided. */
  Collection<Long> tasks() {
    return Collections.unmodifiableCollection(tasks.keySet());
  }

  /** Whether it is about a task. */
  boolean has(long task) {
    return tasks.containsKey(task);
  }

  /** The agents that have not answered, ascending. */
  List<Integer> awaited() {
    return List.copyOf(awaited);
  }

  /** What the agents have committed, by task. */
  SortedMap<Long, TaskPlacement> placed() {
    return Collections.unmodifiableSortedMap(placed);
  }

  /** Why a task is not placed: of what the agents have answered the nearest to a reservation. */
  TaskRefusal reason(long task) {
    return Objects.requireNonNull(reasons.get(task));
  }

  /** What is being committed, by agent; empty before. */
  SortedMap<Integer, List<HeldTask>> committing() {
    return step == Step.COMMIT ? Collections.unmodifiableSortedMap(held) : new TreeMap<>();
  }

  /** Whether this hold of an agent is one that the round uses. */
  boolean uses(int agent, TaskVersion hold) {
    return held.getOrDefault(agent, List.of()).stream()
        .anyMatch(each -> each.identity().equals(hold));
  }

  /** An agent has offered nodes. */
  void offered(int agent, OfferBatch answer) {
    if (step == Step.OFFER && awaited.remove(agent)) {
      offers.put(agent, answer);
      note(answer.refused());
      goOn();
    }
  }

  private void note(List<RefusedTask> refused) {
    refused.forEach(each -> reasons.merge(each.task(), each.reason(), ReservationRound::nearer));
  }

  private static TaskRefusal nearer(TaskRefusal a, TaskRefusal b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  /** An agent holds what was accepted, or refuses some of it. */
  void held(int agent, HoldAnswer answer) {
    if (step == Step.HOLD && awaited.remove(agent)) {
      held.put(agent, answer.held());
      note(answer.refused());
      goOn();
    }
  }

  /** An agent has reserved what it held, or refuses some of it. */
  void committed(int agent, CommitAnswer answer) {
    if (step != Step.COMMIT || !awaited.remove(agent)) {
      return;
    }
    note(answer.refused());
    var committed = new TreeSet<>(answer.committed());
    for (var hold : Objects.requireNonNull(held.get(agent))) {
      if (committed.contains(hold.task())) {
        var task = Objects.requireNonNull(tasks.get(hold.task()));
        placed.put(task.id(), TaskPlacement.of(task, agent, hold));
      }
    }
    goOn();
  }

  /** Whether an agent that does not answer may be left out: not once it may have committed. */
  boolean mayLeaveOut() {
    return step == Step.OFFER || step == Step.HOLD;
  }

  /** The agents that have not answered are left out of this round. */
  void leaveOutSilent() {
    if (mayLeaveOut()) {
      awaited.clear();
      commands.clear();
      goOn();
    }
  }

  /**
   * An agent is gone: its tasks are not placed.
   *
   * @return what it may have reserved all the same
   */
  List<TaskVersion> lost(int agent) {
    awaited.remove(agent);
    commands.removeIf(command -> command.agent() == agent);
    offers.remove(agent);
    var gone = held.getOrDefault(agent, List.of());
    held.remove(agent);
    gone.forEach(each -> placed.remove(each.task()));
    goOn();
    return gone.stream().map(HeldTask::identity).toList();
  }

  private void goOn() {
    while (awaited.isEmpty() && step != Step.OVER) {
      if (step == Step.OFFER) {
        step = Step.HOLD;
        OfferDecision.of(policy, number, tasks.keySet(), offers, reservations)
            .forEach((agent, ids) -> ask(new AgentCommand.Hold(agent, number, ids)));
      } else if (step == Step.HOLD) {
        step = Step.COMMIT;
        held.forEach(this::askToCommit);
      } else {
        step = Step.OVER;
      }
    }
  }

  private void askToCommit(int agent, List<HeldTask> holds) {
    if (!holds.isEmpty()) {
      var identities = holds.stream().map(HeldTask::identity).toList();
      ask(new AgentCommand.Commit(agent, number, identities));
    }
  }
}
