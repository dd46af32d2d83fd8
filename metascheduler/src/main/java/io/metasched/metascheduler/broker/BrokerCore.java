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
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A broker: has its agents place tasks in rounds ({@link ReservationRound}), one round at a time.
 * Tasks that arrive meanwhile wait for the next one, and so do those that an agent refused, or
 * whose agent was silent or is lost. A task that no round places is given up, with the reason.
 *
 * <p>It says what is to be asked ({@link #next}) and what has come of tasks ({@link #outcomes}),
 * and is told the answers. It keeps no state of any resource, as in the paper.
 *
 * <p>An agent that is lost may come back with what it had reserved. Until then its tasks are placed
 * elsewhere, and when it joins again it is first told to give them up: no task is placed twice on
 * agents that the broker uses.
 *
 * <p>Source: the broker-agent paper, section 3.6; retries, losses and tasks that arrive one by one
 * are ours. Confined to one thread.
 */
public final class BrokerCore {
  private final BrokerRules rules;
  private final OfferPolicy policy;
  private final TreeMap<Integer, Integer> reservations = new TreeMap<>(); // by agent in use
  private final TaskQueue waiting = new TaskQueue(); // also those in the round
  private final TreeMap<Long, TaskPlacement> placed = new TreeMap<>();
  private final AbandonedHolds abandoned = new AbandonedHolds();
  private final LinkedHashMap<Long, String> cancellations = new LinkedHashMap<>(); // user
  private final TreeMap<Long, Integer> cancelling = new TreeMap<>(); // agent that is asked
  private List<AgentCommand> commands = new ArrayList<>();
  private List<TaskOutcome> outcomes = new ArrayList<>();
  private @Nullable ReservationRound round;
  private long rounds;

  /** A broker without agents and tasks, which decides as that of the paper. */
  public BrokerCore(BrokerRules rules) {
    this(rules, OfferPolicies.LEAST_LOAD);
  }

  /**
   * A broker without agents and tasks.
   *
   * @param policy says which offers it takes
   */
  public BrokerCore(BrokerRules rules, OfferPolicy policy) {
    this.rules = rules;
    this.policy = policy;
  }

  /** What is to be asked now, each once. */
  public List<AgentCommand> next() {
    var due = commands;
    commands = new ArrayList<>();
    return due;
  }

  /** What has come of tasks since this was last read. */
  public List<TaskOutcome> outcomes() {
    var news = outcomes;
    outcomes = new ArrayList<>();
    return news;
  }

  /** Where tasks are reserved, by task: the schedule. */
  public SortedMap<Long, TaskPlacement> placed() {
    return Collections.unmodifiableSortedMap(placed);
  }

  /** The tasks that have no outcome yet, in the order in which they are placed. */
  public List<Task> waiting() {
    return waiting.tasks();
  }

  /** How many tasks are reserved, by agent in use. */
  public SortedMap<Integer, Integer> reservations() {
    return Collections.unmodifiableSortedMap(reservations);
  }

  /** What lost agents are to give up when they join again, by agent. */
  public SortedMap<Integer, List<TaskVersion>> abandoned() {
    return abandoned.all();
  }

  /** What is being committed in the round, by agent; empty before. */
  public SortedMap<Integer, List<HeldTask>> committing() {
    return round == null ? new TreeMap<>() : round.committing();
  }

  /** The number of the last round; 0 before the first. */
  public long rounds() {
    return rounds;
  }

  /** The agents that have not answered the round, ascending; empty between rounds. */
  public List<Integer> awaited() {
    return round == null ? List.of() : round.awaited();
  }

  /**
   * Tasks arrive.
   *
   * @return those that are refused as their id is that of a task that waits or is placed
   */
  public List<RefusedTask> submit(Collection<Task> tasks) {
    var refused = new ArrayList<RefusedTask>();
    for (var task : tasks) {
      if (placed.containsKey(task.id()) || !waiting.add(task)) {
        refused.add(new RefusedTask(task.id(), TaskRefusal.DUPLICATE));
      }
    }
    goOn();
    return refused;
  }

  /**
   * An agent can be used from the next round on. One that was lost is told to give up what it may
   * have of its former tasks.
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
      commands.add(new AgentCommand.Release(agent, left));
    }
  }

  /** An agent has given up reservations that it was told to. */
  public void released(int agent, Collection<TaskVersion> holds) {
    abandoned.released(agent, holds);
  }

  /**
   * An agent is lost, with all it has reserved: tasks that have not ended by now are to be placed
   * elsewhere. Those that it was to cancel are cancelled.
   */
  public void lost(int agent, long nowTick) {
    if (reservations.remove(agent) == null) {
      return;
    }
    commands.removeIf(command -> command.agent() == agent);
    var gone = new ArrayList<TaskVersion>();
    for (var placement : List.copyOf(placed.values())) {
      long task = placement.task().id();
      boolean mayBeCancelled = cancelling.containsKey(task); // it does not say so any more
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
    goOn();
  }

  /** An agent has offered nodes; offers of an earlier round come too late. */
  public void offered(int agent, long ofRound, OfferBatch answer) {
    if (round != null && round.number() == ofRound) {
      round.offered(agent, answer);
      goOn();
    }
  }

  /** An agent holds what was accepted; what comes too late is given up. */
  public void held(int agent, long ofRound, HoldAnswer answer) {
    if (round != null && round.number() == ofRound) {
      round.held(agent, answer);
    }
    var unused =
        answer.held().stream().map(HeldTask::identity).filter(hold -> !uses(agent, hold)).toList();
    if (!unused.isEmpty()) {
      commands.add(new AgentCommand.Release(agent, unused));
    }
    goOn();
  }

  private boolean uses(int agent, TaskVersion hold) {
    var placement = placed.get(hold.task());
    return (placement != null
            && placement.agent() == agent
            && placement.version() == hold.version())
        || (round != null && round.uses(agent, hold));
  }

  /** An agent has committed what it held. */
  public void committed(int agent, long ofRound, CommitAnswer answer) {
    if (round != null && round.number() == ofRound) {
      round.committed(agent, answer);
      goOn();
    }
  }

  /** Whether agents that do not answer may be left out of the round. */
  public boolean mayLeaveOut() {
    return round != null && round.mayLeaveOut();
  }

  /** The agents that have not answered are left out of this round, if they may. */
  public void leaveOutSilent() {
    if (round != null) {
      round.leaveOutSilent();
      goOn();
    }
  }

  /** A user wants a task cancelled; the outcome says whether it is. */
  public void cancel(String user, long task) {
    if (cancellations.putIfAbsent(task, user) != null) {
      outcomes.add(new TaskOutcome.Cancelled(task, Optional.of(TaskRefusal.DUPLICATE)));
    }
    goOn();
  }

  /**
   * An agent has cancelled a task, or refuses to. One that it no longer has is cancelled: it was
   * asked before, and its answer was lost.
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

  private void goOn() {
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
      commands.add(new AgentCommand.Cancel(placement.agent(), user, task));
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
        : Optional.of(TaskRefusal.INTERVAL); // it has ended on an agent that is lost
  }

  /**
   * Takes over what a broker had when it stopped. What it was about to commit is committed first;
   * its other tasks are offered anew.
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
    goOn();
  }

  /** What is to be stored of it. */
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
