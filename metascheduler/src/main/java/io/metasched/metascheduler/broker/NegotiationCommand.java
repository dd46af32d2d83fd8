package io.metasched.metascheduler.broker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskVersion;
import java.util.List;

/** Command of a broker to an agent. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command") // messages have such fields
@JsonSubTypes({
  @JsonSubTypes.Type(value = NegotiationCommand.Offer.class, name = "offer"),
  @JsonSubTypes.Type(value = NegotiationCommand.Hold.class, name = "hold"),
  @JsonSubTypes.Type(value = NegotiationCommand.Commit.class, name = "commit"),
  @JsonSubTypes.Type(value = NegotiationCommand.Release.class, name = "release"),
  @JsonSubTypes.Type(value = NegotiationCommand.Cancel.class, name = "cancel")
})
public sealed interface NegotiationCommand {
  /** Returns the id of the agent. */
  int agent();

  /** Request for offers of nodes for some tasks. */
  record Offer(int agent, long round, List<Task> tasks) implements NegotiationCommand {
    public Offer {
      tasks = List.copyOf(tasks);
    }
  }

  /** Request to hold the nodes offered for some tasks. */
  record Hold(int agent, long round, List<Long> tasks) implements NegotiationCommand {
    public Hold {
      tasks = List.copyOf(tasks);
    }
  }

  /** Request to turn holds into reservations. */
  record Commit(int agent, long round, List<TaskVersion> holds) implements NegotiationCommand {
    public Commit {
      holds = List.copyOf(holds);
    }
  }

  /** Request to release holds that the broker does not use; no answer is expected. */
  record Release(int agent, List<TaskVersion> holds) implements NegotiationCommand {
    public Release {
      holds = List.copyOf(holds);
    }
  }

  /** Request of a user to cancel a reservation. */
  record Cancel(int agent, String user, long task) implements NegotiationCommand {}
}
