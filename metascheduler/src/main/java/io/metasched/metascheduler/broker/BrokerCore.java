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
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Broker that places tasks on its agents in rounds ({@link ReservationRound}), one round at a time.
 * Tasks that arrive during a round wait for the next one. Tasks that an agent refused, or whose
 * agent did not answer or was lost, also wait for the next round. A task that no round places fails
 * with the reason.
 *
 * <p>The core returns the commands to send ({@link #next}) and the outcomes of tasks ({@link
 * #outcomes}), and receives the answers. As in the paper, it stores no state of any resource.
 *
 * <p>A lost agent may return with its reservations. Meanwhile, its tasks are placed on other
 * agents, so a returning agent must first release these reservations. No task is placed twice on
 * agents that the broker uses.
 *
 * <p>Source: the broker-agent paper, section 3.6; retries, losses and tasks that arrive one by one
 * are additions. Confined to one thread.
 */
public final class BrokerCore {
  private final BrokerRules rules;
  private final OfferPolicy policy;
  private final TreeMap<Integer, Integer> reservations =
      new TreeMap<>(); // number of reservations, by agent in use
  private final TaskQueue waiting = new TaskQueue(); // including the tasks in the round
  private final TreeMap<Long, TaskPlacement> placed = new TreeMap<>();
  private final AbandonedHolds abandoned = new AbandonedHolds();
  private final LinkedHashMap<Long, String> cancellations = new LinkedHashMap<>(); // user, by task
  private final TreeMap<Long, Integer> cancelling = new TreeMap<>(); // agent that is asked, by task
  private List<NegotiationCommand> commands = new ArrayList<>();
  private List<TaskOutcome> outcomes = new ArrayList<>();
  private @Nullable ReservationRound round;
  private long rounds;

  /** Creates a broker without agents and tasks, with the policy of the paper. */
  public BrokerCore(BrokerRules rules) {
    this(rules, OfferPolicies.LEAST_LOAD);
  }

  /**
   * Creates a broker without agents and tasks.
   *
   * @param policy policy that selects offers
   */
  public BrokerCore(BrokerRules rules, OfferPolicy policy) {
    this.rules = rules;
    this.policy = policy;
  }

  /** Returns the commands to send now, each once. */
  public List<NegotiationCommand> next() {
    var due = commands;
    commands = new ArrayList<>();
    return due;
  }

  /** Returns the outcomes of tasks since the last call. */
  public List<TaskOutcome> outcomes() {
    var news = outcomes;
    outcomes = new ArrayList<>();
    return news;
  }

  /** Returns the placements, by task: the schedule. */
  public SortedMap<Long, TaskPlacement> placed() {
    return Collections.unmodifiableSortedMap(placed);
  }

  /** Returns the tasks without an outcome, in the order in which they will be placed. */
  public List<Task> waiting() {
    return waiting.tasks();
  }

  /** Returns the number of reserved tasks, by agent in use. */
  public SortedMap<Integer, Integer> reservations() {
    return Collections.unmodifiableSortedMap(reservations);
  }

  /** Returns the holds being committed in the round, by agent; empty before the commits. */
  public SortedMap<Integer, List<HeldTask>> committing() {
    return round == null ? new TreeMap<>() : round.committing();
  }

  /** Returns the number of the last round; 0 before the first. */
  public long rounds() {
    return rounds;
  }

  /** Returns the agents that have not answered in the round, ascending; empty between rounds. */
  public List<Integer> awaited() {
    return round == null ? List.of() : round.awaited();
  }

  /**
   * Submits tasks.
   *
   * @return the tasks refused because a waiting or placed task has their id
   */
  public List<RefusedTask> submit(Collection<Task> tasks) {
    var refused = new ArrayList<RefusedTask>();
    for (var task : tasks) {
      if (placed.containsKey(task.id()) || !waiting.add(task)) {
        refused.add(new RefusedTask(task.id(), TaskRefusal.DUPLICATE));
      }
    }
    proceed();
    return refused;
  }

  /**
   * Adds an agent, which is used from the next round on. An agent that was lost must release any
   * holds for its former tasks.
   */
  public void joined(int agent) {
    if (!reservations.containsKey(agent)) {
      reservations.put(agent, countPlaced(agent));
    }
    releaseAbandoned(agent);
  }

  private int countPlaced(int agent) {
    return (int) placed.values().stream().filter(each -> each.agent() == agent).count();
  }

  private void releaseAbandoned(int agent) {
    var left = abandoned.of(agent);
    if (!left.isEmpty()) {
      commands.add(new NegotiationCommand.Release(agent, left));
    }
  }

  /** Records that an agent has released reservations as requested. */
  public void released(int agent, Collection<TaskVersion> holds) {
    abandoned.released(agent, holds);
  }

  /**
   * Removes a lost agent with all its reservations. Its tasks that have not ended are placed on
   * other agents; tasks for which it has a pending cancellation are cancelled.
   */
  public void lost(int agent, long nowTick) {
    if (reservations.remove(agent) == null) {
      return;
    }
    commands.removeIf(command -> command.agent() == agent);
    var gone = new ArrayList<TaskVersion>();
    for (var placement : List.copyOf(placed.values())) {
      long task = placement.task().id();
      boolean mayBeCancelled =
          cancelling.containsKey(task); // the agent can no longer confirm the cancellation
      if (placement.agent() == agent
          && (placement.task().span().end() > nowTick || mayBeCancelled)) {
        gone.add(placement.identity());
        placed.remove(task);
        waiting.add(placement.task());
      }
    }
    cancelling.values().removeIf(asked -> asked == agent);
    if (round != null) {
      gone.addAll(round.lost(agent));
    }
    abandoned.add(agent, gone);
    proceed();
  }

  /** Receives the offers of an agent; offers of an earlier round are ignored. */
  public void offered(int agent, long ofRound, OfferBatch answer) {
    if (round != null && round.number() == ofRound) {
      round.offered(agent, answer);
      proceed();
    }
  }

  /** Receives the holds of an agent; holds of an earlier round are released. */
  public void held(int agent, long ofRound, HoldAnswer answer) {
    if (round != null && round.number() == ofRound) {
      round.held(agent, answer);
    }
    var unused =
        answer.held().stream().map(HeldTask::identity).filter(hold -> !uses(agent, hold)).toList();
    if (!unused.isEmpty()) {
      commands.add(new NegotiationCommand.Release(agent, unused));
    }
    proceed();
  }

  private boolean uses(int agent, TaskVersion hold) {
    var placement = placed.get(hold.task());
    return (placement != null
            && placement.agent() == agent
            && placement.version() == hold.version())
        || (round != null && round.uses(agent, hold));
  }

  /** Receives the commits of an agent. */
  public void committed(int agent, long ofRound, CommitAnswer answer) {
    if (round != null && round.number() == ofRound) {
      round.committed(agent, answer);
      proceed();
    }
  }

  /** Returns whether agents that do not answer may be excluded from the round. */
  public boolean mayExclude() {
    return round != null && round.mayExclude();
  }

  /** Excludes the agents that have not answered from this round, if that is possible. */
  public void excludeSilent() {
    if (round != null) {
      round.excludeSilent();
      proceed();
    }
  }

  /** Cancels a task on behalf of a user; the outcome reports whether it is cancelled. */
  public void cancel(String user, long task) {
    if (cancellations.putIfAbsent(task, user) != null) {
      outcomes.add(new TaskOutcome.Cancelled(task, Optional.of(TaskRefusal.DUPLICATE)));
    }
    proceed();
  }

  /**
   * Receives the answer of an agent to a cancellation. A task that the agent no longer has is
   * cancelled: an earlier request succeeded, and the answer to it was lost.
   */
  public void cancelled(int agent, long task, Optional<TaskRefusal> answer) {
    if (cancelling.remove(task, agent)) {
      var refusal = answer.filter(reason -> reason != TaskRefusal.UNKNOWN_OFFER);
      if (refusal.isEmpty()) {
        placed.remove(task);
        reservations.merge(agent, -1, Integer::sum);
      }
      conclude(task, refusal);
    }
  }

  private void conclude(long task, Optional<TaskRefusal> refusal) {
    cancellations.remove(task);
    outcomes.add(new TaskOutcome.Cancelled(task, refusal));
  }

  private void proceed() {
    do {
      if (round != null && round.isOver()) {
        var over = round;
        round = null;
        settle(over);
      }
      List.copyOf(cancellations.keySet()).forEach(this::cancelIfSettled);
      if (round == null && !waiting.isEmpty()) {
        round =
            new ReservationRound(++rounds, policy, waiting.first(rules.mostTasks()), reservations);
      }
    } while (round != null && round.isOver());
    if (round != null) {
      commands.addAll(round.next());
    }
  }

  private void settle(ReservationRound over) {
    for (var placement : over.placed().values()) {
      placed.put(placement.task().id(), placement);
      waiting.remove(placement.task().id());
      reservations.merge(placement.agent(), 1, Integer::sum);
      outcomes.add(new TaskOutcome.Placed(placement));
    }
    for (long task : waiting.tried(over, rules)) {
      outcomes.add(new TaskOutcome.Unplaced(task, over.reason(task)));
    }
  }

  private void cancelIfSettled(long task) {
    var waits = waiting.of(task);
    var placement = placed.get(task);
    if (cancelling.containsKey(task) || (round != null && round.has(task) && waits.isPresent())) {
      return; // until the agent or the round has decided
    }
    var user = cancellations.getOrDefault(task, "");
    var refusal = refusal(user, waits, placement);
    if (refusal.isEmpty() && placement != null) {
      cancelling.put(task, placement.agent());
      commands.add(new NegotiationCommand.Cancel(placement.agent(), user, task));
      return;
    } else if (refusal.isEmpty()) {
      waiting.remove(task);
    }
    conclude(task, refusal);
  }

  private Optional<TaskRefusal> refusal(
      String user, Optional<Task> waits, @Nullable TaskPlacement placement) {
    if (waits.isPresent()) {
      return waits.get().access().refusal(user);
    } else if (placement == null) {
      return Optional.of(TaskRefusal.UNKNOWN_OFFER);
    }
    return reservations.containsKey(placement.agent())
        ? placement.task().access().refusal(user)
        : Optional.of(TaskRefusal.INTERVAL); // the task has ended on a lost agent
  }

  /**
   * Restores the state of a broker that stopped. Commits that were about to be sent are sent first;
   * other tasks are offered again.
   */
  public void restore(BrokerState from) {
    rounds = from.rounds();
    from.placed().forEach(placement -> placed.put(placement.task().id(), placement));
    from.waiting().forEach(waiting::add);
    from.agents().forEach(agent -> reservations.put(agent, countPlaced(agent)));
    abandoned.addAll(from.abandoned());
    var holds = new TreeMap<Integer, List<HeldTask>>();
    var tasks = new ArrayList<Task>();
    from.committing()
        .forEach(
            (agent, held) -> {
              if (reservations.containsKey(agent)) {
                var open = held.stream().filter(each -> waiting.has(each.task())).toList();
                open.forEach(each -> waiting.of(each.task()).ifPresent(tasks::add));
                holds.put(agent, open);
              } else {
                abandoned.add(agent, held.stream().map(HeldTask::identity).toList());
              }
            });
    reservations.keySet().forEach(this::releaseAbandoned);
    if (!tasks.isEmpty()) {
      round = ReservationRound.resumed(rounds, tasks, holds);
    }
    cancellations.putAll(from.cancellations());
    proceed();
  }

  /** Returns the state to store. */
  public BrokerState state() {
    return new BrokerState(
        List.copyOf(reservations.keySet()),
        waiting(),
        List.copyOf(placed.values()),
        committing(),
        abandoned.all(),
        cancellations,
        rounds);
  }
}
