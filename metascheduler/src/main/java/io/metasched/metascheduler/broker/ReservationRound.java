package io.metasched.metascheduler.broker;

import io.metasched.resource.broker.CommitAnswer;
import io.metasched.resource.broker.HeldTask;
import io.metasched.resource.broker.HoldAnswer;
import io.metasched.resource.broker.OfferBatch;
import io.metasched.resource.broker.RefusedTask;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.resource.broker.TaskVersion;
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
 * Round of a broker with its agents about some tasks, step by step. All agents are asked for
 * offers, the best offer for each task is accepted, the agents hold the accepted offers, and then
 * commit their holds. Each step begins when all agents have answered the previous step or are
 * excluded.
 *
 * <p>The round returns the commands to send ({@link #next}) and receives the answers, so that a
 * single thread and actors can execute it in the same way. The broker waits for an agent's commit
 * until the agent is lost, because it is not known whether the agent has reserved the tasks.
 *
 * <p>Source: the broker-agent paper, section 3.4; holds are an addition. Confined to one thread.
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
  private final TreeMap<Integer, TreeSet<TaskVersion>> used =
      new TreeMap<>(); // holds in use, by agent
  private final TreeMap<Long, TaskPlacement> placed = new TreeMap<>();
  private final TreeMap<Long, TaskRefusal> reasons = new TreeMap<>();
  private List<NegotiationCommand> commands = new ArrayList<>();
  private Step step = Step.OFFER;

  /**
   * @param number number of the round, ascending from round to round
   * @param policy policy that selects offers
   * @param tasks tasks in the order of decision
   * @param reservations number of reservations of the broker, for each agent to ask
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
    reservations.keySet().forEach(agent -> ask(new NegotiationCommand.Offer(agent, number, all)));
    proceed();
  }

  private ReservationRound(
      long number, Collection<Task> tasks, Map<Integer, List<HeldTask>> holds, Step step) {
    this.number = number;
    this.step = step;
    policy = OfferPolicies.LEAST_LOAD; // no decision is left
    reservations = new TreeMap<>();
    tasks.forEach(task -> this.tasks.put(task.id(), task));
    tasks.forEach(task -> reasons.put(task.id(), TaskRefusal.NO_AGENT));
    holds.forEach(this::hold);
    held.forEach(this::askToCommit);
  }

  /**
   * Creates a round that resumes at the commit of {@code holds}, some of which may be committed
   * already.
   */
  static ReservationRound resumed(
      long number, Collection<Task> tasks, Map<Integer, List<HeldTask>> holds) {
    return new ReservationRound(number, tasks, holds, Step.COMMIT);
  }

  private void ask(NegotiationCommand command) {
    awaited.add(command.agent());
    commands.add(command);
  }

  long number() {
    return number;
  }

  /** Returns the commands to send now, each once: at most one command for each agent. */
  List<NegotiationCommand> next() {
    var due = commands;
    commands = new ArrayList<>();
    return due;
  }

  boolean isOver() {
    return step == Step.OVER;
  }

  /** Returns the ids of the tasks of the round, in the order of decision. */
  Collection<Long> tasks() {
    return Collections.unmodifiableCollection(tasks.keySet());
  }

  /** Returns whether a task belongs to the round. */
  boolean has(long task) {
    return tasks.containsKey(task);
  }

  /** Returns the agents that have not answered, ascending. */
  List<Integer> awaited() {
    return List.copyOf(awaited);
  }

  /** Returns the tasks committed by the agents, by task. */
  SortedMap<Long, TaskPlacement> placed() {
    return Collections.unmodifiableSortedMap(placed);
  }

  /**
   * Returns the reason why a task is not placed: the answer of an agent that came closest to a
   * reservation.
   */
  TaskRefusal reason(long task) {
    return Objects.requireNonNull(reasons.get(task));
  }

  /** Returns the holds being committed, by agent; empty before the commits. */
  SortedMap<Integer, List<HeldTask>> committing() {
    return step == Step.COMMIT ? Collections.unmodifiableSortedMap(held) : new TreeMap<>();
  }

  /** Returns whether the round uses a hold of an agent. */
  boolean uses(int agent, TaskVersion hold) {
    var ofAgent = used.get(agent);
    return ofAgent != null && ofAgent.contains(hold);
  }

  private void hold(int agent, List<HeldTask> holds) {
    held.put(agent, holds);
    used.put(agent, new TreeSet<>(holds.stream().map(HeldTask::identity).toList()));
  }

  /** Receives the offers of an agent. */
  void offered(int agent, OfferBatch answer) {
    if (step == Step.OFFER && awaited.remove(agent)) {
      offers.put(agent, answer);
      note(answer.refused());
      proceed();
    }
  }

  private void note(List<RefusedTask> refused) {
    refused.forEach(each -> reasons.merge(each.task(), each.reason(), ReservationRound::nearer));
  }

  private static TaskRefusal nearer(TaskRefusal a, TaskRefusal b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  /** Receives the holds of an agent, and its refusals. */
  void held(int agent, HoldAnswer answer) {
    if (step == Step.HOLD && awaited.remove(agent)) {
      hold(agent, answer.held());
      note(answer.refused());
      proceed();
    }
  }

  /** Receives the commits of an agent, and its refusals. */
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
    proceed();
  }

  /**
   * Returns whether an agent that does not answer may be excluded, which is impossible after it may
   * have committed.
   */
  boolean mayExclude() {
    return step == Step.OFFER || step == Step.HOLD;
  }

  /** Excludes the agents that have not answered from this round. */
  void excludeSilent() {
    if (mayExclude()) {
      awaited.clear();
      commands.clear();
      proceed();
    }
  }

  /**
   * Removes a lost agent, whose tasks are not placed.
   *
   * @return holds that the agent may have committed nevertheless
   */
  List<TaskVersion> lost(int agent) {
    awaited.remove(agent);
    commands.removeIf(command -> command.agent() == agent);
    offers.remove(agent);
    var gone = held.getOrDefault(agent, List.of());
    held.remove(agent);
    used.remove(agent);
    gone.forEach(each -> placed.remove(each.task()));
    proceed();
    return gone.stream().map(HeldTask::identity).toList();
  }

  private void proceed() {
    while (awaited.isEmpty() && step != Step.OVER) {
      if (step == Step.OFFER) {
        step = Step.HOLD;
        OfferDecision.of(policy, number, tasks.keySet(), offers, reservations)
            .forEach((agent, ids) -> ask(new NegotiationCommand.Hold(agent, number, ids)));
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
      ask(new NegotiationCommand.Commit(agent, number, identities));
    }
  }
}
