package io.metasched.metascheduler.broker.actor;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.broker.BrokerState;
import io.metasched.metascheduler.broker.OpenSubmissions.Submission;
import io.metasched.metascheduler.broker.TaskOutcome;
import io.metasched.metascheduler.broker.TaskPlacement;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.broker.HeldTask;
import io.metasched.resource.broker.RefusedTask;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskVersion;
import io.metasched.resource.owner.CommandId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Event that a broker writes to its journal. Its state is the fold of these events, see {@link
 * BrokerFold}. Offers, and holds before their commit, are not stored: after a restart, their tasks
 * are offered again. docs/actors.md documents how stored events of an older version are read.
 */
sealed interface BrokerEvent extends CborSerializable {
  /** Recovery of the broker, after which commands and rounds get a new range of numbers. */
  record Started(long incarnation) implements BrokerEvent {}

  /** Submission of tasks, which wait to be placed. */
  record TasksSubmitted(CommandId id, List<Task> tasks, List<RefusedTask> refused)
      implements BrokerEvent {
    public TasksSubmitted {
      tasks = List.copyOf(tasks);
      refused = List.copyOf(refused);
    }
  }

  /** Request of a user to cancel a task. */
  record CancellationAsked(CommandId id, String user, long task) implements BrokerEvent {}

  /** Holds of an agent. */
  record AgentHolds(int agent, List<HeldTask> holds) {
    public AgentHolds {
      holds = List.copyOf(holds);
    }

    static List<AgentHolds> of(Map<Integer, List<HeldTask>> holds) {
      return holds.entrySet().stream().map(e -> new AgentHolds(e.getKey(), e.getValue())).toList();
    }
  }

  /** Holds that an agent must release. */
  record AgentVersions(int agent, List<TaskVersion> versions) {
    public AgentVersions {
      versions = List.copyOf(versions);
    }
  }

  /** Commits about to be sent to agents. */
  record CommitsBegun(List<AgentHolds> holds) implements BrokerEvent {
    public CommitsBegun {
      holds = List.copyOf(holds);
    }

    static CommitsBegun of(Map<Integer, List<HeldTask>> holds) {
      return new CommitsBegun(AgentHolds.of(holds));
    }
  }

  /** Outcomes of a round or of a cancellation. */
  record OutcomesReached(List<TaskOutcome> outcomes) implements BrokerEvent {
    public OutcomesReached {
      outcomes = List.copyOf(outcomes);
    }
  }

  /** Loss of an agent with its reservations. */
  record AgentLost(int agent, long nowTick) implements BrokerEvent {}

  /** Release of unused holds by an agent. */
  record HoldsReleased(int agent, List<TaskVersion> holds) implements BrokerEvent {
    public HoldsReleased {
      holds = List.copyOf(holds);
    }
  }

  /**
   * Snapshot of the state.
   *
   * @param incarnation number of recoveries of the broker
   * @param replies the cached replies, oldest first
   * @param forgotten for each issuer, its last command whose reply was dropped
   */
  record Snapshot(
      long incarnation,
      List<Task> waiting,
      List<TaskPlacement> placed,
      List<AgentHolds> committing,
      List<AgentVersions> abandoned,
      List<CancellationAsked> cancellations,
      List<Submission> submissions,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply") List<Broker.Reply> replies,
      List<CommandId> forgotten)
      implements CborSerializable {
    public Snapshot {
      waiting = List.copyOf(waiting);
      placed = List.copyOf(placed);
      committing = List.copyOf(committing);
      abandoned = List.copyOf(abandoned);
      cancellations = List.copyOf(cancellations);
      submissions = List.copyOf(submissions);
      replies = List.copyOf(replies);
      forgotten = List.copyOf(forgotten);
    }

    /** Returns the state from which a later incarnation of the broker resumes with some agents. */
    BrokerState state(List<Integer> agents, long later) {
      var holds = new TreeMap<Integer, List<HeldTask>>();
      committing.forEach(each -> holds.put(each.agent(), each.holds()));
      var left = new TreeMap<Integer, List<TaskVersion>>();
      abandoned.forEach(each -> left.put(each.agent(), each.versions()));
      var users = new LinkedHashMap<Long, String>();
      cancellations.forEach(each -> users.put(each.task(), each.user()));
      long rounds = later * AgentLinks.NUMBERS;
      return new BrokerState(agents, waiting, placed, holds, left, users, rounds);
    }
  }
}
