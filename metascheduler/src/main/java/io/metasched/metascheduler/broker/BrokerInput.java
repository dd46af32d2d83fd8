package io.metasched.metascheduler.broker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.broker.CommitAnswer;
import io.metasched.resource.broker.HoldAnswer;
import io.metasched.resource.broker.OfferBatch;
import io.metasched.resource.broker.RefusedTask;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.resource.broker.TaskVersion;
import java.util.List;
import java.util.Optional;

/** Input of a broker, from users, agents, or the network between them. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "input") // messages have such fields
@JsonSubTypes({
  @JsonSubTypes.Type(value = BrokerInput.Submitted.class, name = "submitted"),
  @JsonSubTypes.Type(value = BrokerInput.CancelWanted.class, name = "cancelWanted"),
  @JsonSubTypes.Type(value = BrokerInput.Joined.class, name = "joined"),
  @JsonSubTypes.Type(value = BrokerInput.Lost.class, name = "lost"),
  @JsonSubTypes.Type(value = BrokerInput.Offered.class, name = "offered"),
  @JsonSubTypes.Type(value = BrokerInput.Held.class, name = "held"),
  @JsonSubTypes.Type(value = BrokerInput.Committed.class, name = "committed"),
  @JsonSubTypes.Type(value = BrokerInput.Released.class, name = "released"),
  @JsonSubTypes.Type(value = BrokerInput.Cancelled.class, name = "cancelled")
})
public sealed interface BrokerInput {
  /** Applies the input to a broker. */
  void tell(BrokerCore broker, long nowTick);

  /** Submission of tasks whose ids are all new to the broker. */
  record Submitted(List<Task> tasks) implements BrokerInput {
    public Submitted {
      tasks = List.copyOf(tasks);
    }

    @Override
    public void tell(BrokerCore broker, long nowTick) {
      var refused = broker.submit(tasks).stream().map(RefusedTask::task).toList();
      if (!refused.isEmpty()) {
        throw new IllegalStateException("the broker already has tasks %s".formatted(refused));
      }
    }
  }

  /** Request of a user to cancel a task of the broker. */
  record CancelWanted(String user, long task) implements BrokerInput {
    @Override
    public void tell(BrokerCore broker, long nowTick) {
      broker.cancel(user, task);
    }
  }

  /** Agent that can be used. */
  record Joined(int agent) implements BrokerInput {
    @Override
    public void tell(BrokerCore broker, long nowTick) {
      broker.joined(agent);
    }
  }

  /** Agent that is lost. */
  record Lost(int agent) implements BrokerInput {
    @Override
    public void tell(BrokerCore broker, long nowTick) {
      broker.lost(agent, nowTick);
    }
  }

  /** Offers of an agent. */
  record Offered(int agent, long round, OfferBatch answer) implements BrokerInput {
    @Override
    public void tell(BrokerCore broker, long nowTick) {
      broker.offered(agent, round, answer);
    }
  }

  /** Holds of an agent for accepted offers. */
  record Held(int agent, long round, HoldAnswer answer) implements BrokerInput {
    @Override
    public void tell(BrokerCore broker, long nowTick) {
      broker.held(agent, round, answer);
    }
  }

  /** Commits of an agent. */
  record Committed(int agent, long round, CommitAnswer answer) implements BrokerInput {
    @Override
    public void tell(BrokerCore broker, long nowTick) {
      broker.committed(agent, round, answer);
    }
  }

  /** Holds that an agent has released as requested. */
  record Released(int agent, List<TaskVersion> holds) implements BrokerInput {
    public Released {
      holds = List.copyOf(holds);
    }

    @Override
    public void tell(BrokerCore broker, long nowTick) {
      broker.released(agent, holds);
    }
  }

  /**
   * Answer of an agent to a cancellation.
   *
   * @param refusal reason why the agent refuses; empty if the task is cancelled
   */
  record Cancelled(int agent, long task, Optional<TaskRefusal> refusal) implements BrokerInput {
    @Override
    public void tell(BrokerCore broker, long nowTick) {
      broker.cancelled(agent, task, refusal);
    }
  }
}
