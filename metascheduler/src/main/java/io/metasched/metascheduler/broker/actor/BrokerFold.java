package io.metasched.metascheduler.broker.actor;

import io.metasched.metascheduler.broker.OpenSubmissions;
import io.metasched.metascheduler.broker.TaskOutcome;
import io.metasched.metascheduler.broker.TaskPlacement;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.StateFold;
import io.metasched.resource.broker.HeldTask;
import io.metasched.resource.broker.RefusedTask;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskVersion;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** State of a broker as the fold of its events, without any decisions. */
final class BrokerFold implements StateFold<BrokerFold.State> {
  private final int cachedReplies;

  /** State that the broker needs after a restart. Confined to one thread. */
  static final class State {
    private final LinkedHashMap<Long, Task> waiting = new LinkedHashMap<>();
    private final TreeMap<Long, TaskPlacement> placed = new TreeMap<>();
    private final TreeMap<Integer, List<HeldTask>> committing = new TreeMap<>();
    private final TreeMap<Integer, TreeSet<TaskVersion>> abandoned = new TreeMap<>();
    private final LinkedHashMap<Long, BrokerEvent.CancellationAsked> cancellations =
        new LinkedHashMap<>();
    private final OpenSubmissions open = new OpenSubmissions();
    private final ReplyCache<Broker.Reply> replies;
    private long incarnation;

    State(int cachedReplies) {
      replies = new ReplyCache<>(cachedReplies);
    }
  }

  /**
   * @param cachedReplies number of replies cached, at least 1
   */
  BrokerFold(int cachedReplies) {
    this.cachedReplies = cachedReplies;
  }

  /** Returns the tasks that are not refused; of several tasks with the same id, only the first. */
  static List<Task> accepted(List<Task> tasks, List<RefusedTask> refused) {
    var left = new ArrayList<Task>(tasks);
    var ids = new ArrayList<Long>(refused.stream().map(RefusedTask::task).toList());
    for (int i = left.size() - 1; i >= 0 && !ids.isEmpty(); i--) { // later duplicates are refused
      if (ids.remove(left.get(i).id())) {
        left.remove(i);
      }
    }
    return left;
  }

  @Override
  public State empty() {
    return new State(cachedReplies);
  }

  @Override
  public State apply(State state, CborSerializable stored) {
    if (stored instanceof BrokerEvent.Started started) {
      state.incarnation = started.incarnation();
    } else if (stored instanceof BrokerEvent.TasksSubmitted submitted) {
      submitted.tasks().forEach(task -> state.waiting.put(task.id(), task));
      state.open.submitted(submitted.id(), submitted.tasks(), submitted.refused());
      conclude(state, submitted.id());
    } else if (stored instanceof BrokerEvent.CancellationAsked asked) {
      state.cancellations.put(asked.task(), asked);
      state.open.cancelling(asked.id(), asked.task());
    } else if (stored instanceof BrokerEvent.CommitsBegun begun) {
      state.committing.clear();
      begun.holds().forEach(each -> state.committing.put(each.agent(), each.holds()));
    } else if (stored instanceof BrokerEvent.OutcomesReached reached) {
      reached.outcomes().forEach(outcome -> reach(state, outcome));
    } else if (stored instanceof BrokerEvent.AgentLost lost) {
      lose(state, lost);
    } else if (stored instanceof BrokerEvent.HoldsReleased released) {
      var left = state.abandoned.getOrDefault(released.agent(), new TreeSet<>());
      released.holds().forEach(left::remove);
      if (left.isEmpty()) {
        state.abandoned.remove(released.agent());
      }
    }
    return state;
  }

  private static void reach(State state, TaskOutcome outcome) {
    if (outcome instanceof TaskOutcome.Placed reserved) {
      state.placed.put(outcome.task(), reserved.placement());
      state.waiting.remove(outcome.task());
    } else if (outcome instanceof TaskOutcome.Unplaced) {
      state.waiting.remove(outcome.task());
    } else if (outcome instanceof TaskOutcome.Cancelled cancelled) {
      state.cancellations.remove(outcome.task());
      if (cancelled.refusal().isEmpty()) {
        state.waiting.remove(outcome.task());
        state.placed.remove(outcome.task());
      }
    }
    state.open.reached(outcome).forEach(id -> conclude(state, id));
  }

  private static void conclude(State state, CommandId id) {
    state
        .open
        .conclude(id)
        .ifPresent(outcomes -> state.replies.add(id, new Broker.Answered(id, outcomes)));
  }

  /**
   * Removes an agent as the broker does: tasks that have not ended wait again, and the agent must
   * release them.
   */
  private static void lose(State state, BrokerEvent.AgentLost lost) {
    var gone = new TreeSet<TaskVersion>();
    for (var placement : List.copyOf(state.placed.values())) {
      long task = placement.task().id();
      boolean hasEnded = placement.task().span().end() <= lost.nowTick();
      if (placement.agent() == lost.agent()
          && (!hasEnded || state.cancellations.containsKey(task))) {
        gone.add(placement.identity());
        state.placed.remove(task);
        state.waiting.put(task, placement.task());
      }
    }
    var committing = state.committing.remove(lost.agent());
    if (committing != null) {
      committing.forEach(held -> gone.add(held.identity()));
    }
    if (!gone.isEmpty()) {
      state.abandoned.computeIfAbsent(lost.agent(), agent -> new TreeSet<>()).addAll(gone);
    }
  }

  @Override
  public CborSerializable snapshot(State state) {
    return new BrokerEvent.Snapshot(
        state.incarnation,
        List.copyOf(state.waiting.values()),
        List.copyOf(state.placed.values()),
        BrokerEvent.AgentHolds.of(state.committing),
        state.abandoned.entrySet().stream()
            .map(e -> new BrokerEvent.AgentVersions(e.getKey(), List.copyOf(e.getValue())))
            .toList(),
        List.copyOf(state.cancellations.values()),
        state.open.submissions(),
        List.copyOf(state.replies.answers().values()),
        state.replies.forgotten());
  }

  @Override
  public State restored(CborSerializable snapshot) {
    var from = (BrokerEvent.Snapshot) snapshot;
    var state = empty();
    state.incarnation = from.incarnation();
    from.waiting().forEach(task -> state.waiting.put(task.id(), task));
    from.placed().forEach(each -> state.placed.put(each.task().id(), each));
    from.committing().forEach(each -> state.committing.put(each.agent(), each.holds()));
    from.abandoned()
        .forEach(each -> state.abandoned.put(each.agent(), new TreeSet<>(each.versions())));
    state.open.restore(from.submissions());
    for (var each : from.cancellations()) {
      state.cancellations.put(each.task(), each);
      state.open.cancelling(each.id(), each.task());
    }
    state.replies.restore(from.forgotten(), from.replies(), reply -> reply.id());
    return state;
  }
}
