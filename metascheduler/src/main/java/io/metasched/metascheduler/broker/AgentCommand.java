package io.metasched.metascheduler.broker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.agent.Task;
import io.metasched.resource.agent.TaskVersion;
import java.util.List;

/** What a broker asks of an agent. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command") // messages carry it in records
@JsonSubTypes({
  @JsonSubTypes.Type(value = AgentCommand.Offer.class, name = "offer"),
  @JsonSubTypes.Type(value = AgentCommand.Hold.class, name = "hold"),
  @JsonSubTypes.Type(value = AgentCommand.Commit.class, name = "commit"),
  @JsonSubTypes.Type(value = AgentCommand.Release.class, name = "release"),
  @JsonSubTypes.Type(value = AgentCommand.Cancel.class, name = "cancel")
})
public sealed interface AgentCommand {
  /** The agent. */
  int agent();

  /** Which nodes has it for these tasks? */
  record Offer(int agent, long round, List<Task> tasks) implements AgentCommand {
    /** Copies the list. */
    public Offer {
      tasks = List.copyOf(tasks);
    }
  }

  /** It is to hold what it has offered for these tasks. */
  record Hold(int agent, long round, List<Long> tasks) implements AgentCommand {
    /** Copies the list. */
    public Hold {
      tasks = List.copyOf(tasks);
    }
  }

  /** It is to reserve for good what it holds. */
  record Commit(int agent, long round, List<TaskVersion> holds) implements AgentCommand {
    /** Copies the list. */
    public Commit {
      holds = List.copyOf(holds);
    }
  }

  /** It is to give up what the broker does not use; no answer is waited for. */
  record Release(int agent, List<TaskVersion> holds) implements AgentCommand {
    /** Copies the list. */
    public Release {
      holds = List.copyOf(holds);
    }
  }

  /** A user wants a reservation cancelled. */
  record Cancel(int agent, String user, long task) implements AgentCommand {}
}
