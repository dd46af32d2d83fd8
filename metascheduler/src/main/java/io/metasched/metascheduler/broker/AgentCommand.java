package io.metasched.metascheduler.broker;

import io.metasched.resource.agent.Task;
import io.metasched.resource.agent.TaskVersion;
import java.util.List;

/** What a broker asks of an agent. */
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
