package io.metasched.simulation.system.broker.cli;

import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.config.AgentBounds;
import io.metasched.resource.broker.xml.ResourceFile;
import io.metasched.resource.broker.xml.XmlLimits;
import io.metasched.simulation.options.WholeNumbers;
import io.metasched.simulation.scenario.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Command-line options of an agent. */
public final class AgentOptions {
  private static final int MOST_TASKS = 1_000_000;

  @Option(
      names = "--resources",
      paramLabel = "FILE.xml",
      description = "The nodes of the agent (docs/cluster.md); for the role agents.")
  private @Nullable Path resources;

  @Option(
      names = "--max-load",
      paramLabel = "P",
      description =
          "MAX_LOAD: the maximum load of a node of the agent, in per cent (1 to 100; default: as in"
              + " conf/cluster.conf, 85).")
  private @Nullable String maxLoad;

  @Option(
      names = "--max-tasks",
      paramLabel = "N",
      description =
          "MAX_TASKS: the maximum number of tasks of a node of the agent at a time (1 to"
              + " 1000000; default: as in conf/cluster.conf, 10).")
  private @Nullable String maxTasks;

  /**
   * Returns the nodes of the file, if an agent is requested.
   *
   * @throws UsageException if an agent has no nodes, or if nodes are given without an agent
   * @throws io.metasched.resource.broker.xml.XmlFileException for a file that is not allowed
   */
  public Optional<List<AgentNode>> nodes(boolean isAgent) {
    if (!isAgent && (resources != null || maxLoad != null || maxTasks != null)) {
      throw new UsageException(
          "--resources, --max-load, --max-tasks: allowed with --roles agents only");
    } else if (isAgent && resources == null) {
      throw new UsageException(
          "--roles agents: an agent needs --resources FILE.xml, which lists its nodes");
    }
    return Optional.ofNullable(resources).map(file -> ResourceFile.read(file, XmlLimits.DEFAULT));
  }

  /** Returns the settings with these options applied. */
  public AgentBounds settings(AgentBounds written) {
    return new AgentBounds(
        number("--max-load", maxLoad, Task.MOST_LOAD, written.maxLoad()),
        number("--max-tasks", maxTasks, MOST_TASKS, written.maxTasks()),
        written.cachedReplies());
  }

  private static int number(String option, @Nullable String given, int most, int written) {
    return given == null ? written : (int) WholeNumbers.inRange(option, given, 1, most);
  }
}
