package io.metasched.metascheduler.broker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.agent.Task;
import io.metasched.resource.agent.TaskVersion;
import java.util.List;

/** Command of a broker to an agent. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command") // messages have fields of this type
@JsonSubTypes({
  @JsonSubTypes.Type(value = AgentCommand.Offer.class, name = "offer"),
  @JsonSubTypes.Type(value = AgentCommand.Hold.class, name = "hold"),
  @JsonSubTypes.Type(value = AgentCommand.Commit.class, name = "commit"),
  @JsonSubTypes.Type(value = AgentCommand.Release.class, name = "release"),
  @JsonSubTypes.Type(value = AgentCommand.Cancel.class, name = "cancel")
})
public sealed interface AgentCommand {
  /** Returns the id of the agent. */
  int agent();

  /** Request for offers of nodes for these tasks. */
  record Offer(int agent, long round, List<Task> tasks) implements AgentCommand {
    public Offer {
      tasks = List.copyOf(tasks);
    }
  }

  /** Request to hold the nodes offered for these tasks. */
  record Hold(int agent, long round, List<Long> tasks) implements AgentCommand {
    public Hold {
      tasks = List.copyOf(tasks);
    }
  }

  /** Request to turn these holds into reservations. */
  record Commit(int agent, long round, List<TaskVersion> holds) implements AgentCommand {
    public Commit {
      holds = List.copyOf(holds);
    }
  }

  /** Request to release holds that the broker does not use; no answer is expected. */
  record Release(int agent, List<TaskVersion> holds) implements AgentCommand {
    public Release {
      holds = List.copyOf(holds);
    }
  }

  /** Request of a user to cancel a reservation. */
  record Cancel(int agent, String user, long task) implements AgentCommand {}
}
