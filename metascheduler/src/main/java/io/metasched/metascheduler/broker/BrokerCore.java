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
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
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
  private static final class Waiting {
    private final Task task;
    private int rounds;
    private int idleRounds;

    Waiting(Task task) {
      this.task = task;
    }
  }

  private final BrokerRules rules;
  private final TreeMap<Integer, Integer> reservations = new TreeMap<>(); // by agent in use
  private final LinkedHashMap<Long, Waiting> waiting = new LinkedHashMap<>(); // also in the round
  private final TreeMap<Long, TaskPlacement> placed = new TreeMap<>();
  private final TreeMap<Integer, List<TaskVersion>> abandoned = new TreeMap<>(); // by lost agent
  private final LinkedHashMap<Long, String> cancellations = new LinkedHashMap<>(); // user
  private final TreeMap<Long, Integer> cancelling = new TreeMap<>(); // agent that is asked
  private List<AgentCommand> commands = new ArrayList<>();
  private List<TaskOutcome> outcomes = new ArrayList<>();
  private @Nullable ReservationRound round;
  private long rounds;

  /** A broker without agents and tasks. */
  public BrokerCore(BrokerRules rules) {
    this.rules = rules;
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
    return waiting.values().stream().map(each -> each.task).toList();
  }

  /** How many tasks are reserved, by agent in use. */
  public SortedMap<Integer, Integer> reservations() {
    return Collections.unmodifiableSortedMap(reservations);
  }

  /** What lost agents are to give up when they join again, by agent. */
  public SortedMap<Integer, List<TaskVersion>> abandoned() {
    return Collections.unmodifiableSortedMap(abandoned);
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
      if (placed.containsKey(task.id())
          || waiting.putIfAbsent(task.id(), new Waiting(task)) != null) {
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
    var left = abandoned.get(agent);
    if (left != null) {
      commands.add(new AgentCommand.Release(agent, left));
    }
  }

  /** An agent has given up reservations that it was told to. */
  public void released(int agent, Collection<TaskVersion> holds) {
    var left = new ArrayList<>(abandoned.getOrDefault(agent, List.of()));
    left.removeAll(new TreeSet<>(holds));
    if (left.isEmpty()) {
      abandoned.remove(agent);
    } else {
      abandoned.put(agent, left);
    }
  }

  /**
   * An agent is lost, with all it has reserved: tasks that have not ended by now are to be placed
   * elsewhere.
   */
  public void lost(int agent, long nowTick) {
    if (reservations.remove(agent) == null) {
      return;
    }
    commands.removeIf(command -> command.agent() == agent);
    cancelling.values().removeIf(asked -> asked == agent);
    var gone = new ArrayList<TaskVersion>();
    for (var placement : List.copyOf(placed.values())) {
      if (placement.agent() == agent && placement.task().span().end() > nowTick) {
        gone.add(placement.identity());
        placed.remove(placement.task().id());
        waiting.put(placement.task().id(), new Waiting(placement.task()));
      }
    }
    if (round != null) {
      gone.addAll(round.lost(agent));
    }
    abandon(agent, gone);
    goOn();
  }

  private void abandon(int agent, List<TaskVersion> holds) {
    if (!holds.isEmpty()) {
      abandoned.merge(agent, holds, BrokerCore::both);
    }
  }

  private static List<TaskVersion> both(List<TaskVersion> a, List<TaskVersion> b) {
    var all = new ArrayList<>(a);
    all.addAll(b);
    return all;
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
        var tasks =
            waiting.values().stream().limit(rules.mostTasks()).map(each -> each.task).toList();
        round = new ReservationRound(++rounds, tasks, reservations);
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
    for (var each : List.copyOf(waiting.values())) {
      long task = each.task.id();
      if (over.has(task)) {
        each.rounds++;
        each.idleRounds += over.placed().isEmpty() ? 1 : 0;
        if (each.rounds >= rules.mostRounds() || each.idleRounds >= rules.idleRounds()) {
          waiting.remove(task);
          outcomes.add(new TaskOutcome.Unplaced(task, over.reason(task)));
        }
      }
    }
  }

  private void cancelIfSettled(long task) {
    var waits = waiting.get(task);
    var placement = placed.get(task);
    if (cancelling.containsKey(task) || (round != null && round.has(task) && waits != null)) {
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
      String user, @Nullable Waiting waits, @Nullable TaskPlacement placement) {
    if (waits != null) {
      return waits.task.access().refusal(user);
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
    from.waiting().forEach(task -> waiting.put(task.id(), new Waiting(task)));
    from.agents().forEach(agent -> reservations.put(agent, countPlaced(agent)));
    abandoned.putAll(from.abandoned());
    var holds = new TreeMap<Integer, List<HeldTask>>();
    var tasks = new ArrayList<Task>();
    from.committing()
        .forEach(
            (agent, held) -> {
              if (reservations.containsKey(agent)) {
                var open = held.stream().filter(each -> waiting.containsKey(each.task())).toList();
                open.forEach(each -> tasks.add(waitingTask(each.task())));
                holds.put(agent, open);
              } else {
                abandon(agent, held.stream().map(HeldTask::identity).toList());
              }
            });
    reservations.keySet().forEach(this::releaseAbandoned);
    if (!tasks.isEmpty()) {
      round = ReservationRound.resumed(rounds, tasks, holds);
    }
    cancellations.putAll(from.cancellations());
    goOn();
  }

  private Task waitingTask(long task) {
    return Objects.requireNonNull(waiting.get(task)).task;
  }

  /** What is to be stored of it. */
  public BrokerState state() {
    return new BrokerState(
        List.copyOf(reservations.keySet()),
        waiting(),
        List.copyOf(placed.values()),
        committing(),
        abandoned,
        cancellations,
        rounds);
  }
}
