package io.metasched.simulation.cli;

import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.simulation.options.ClusterOptions;
import io.metasched.simulation.options.EventLines;
import io.metasched.simulation.scenario.UsageException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Options for the place where the replications of a study run, and for the folder that keeps them.
 */
final class StudyOptions {
  private static final int MOST_JVMS = 64;

  @Mixin private ThreadsOption threads;

  @Option(
      names = "--jvms",
      paramLabel = "N",
      description =
          "Runs the replications in N JVMs, 1 to 64, which are started on this machine and share"
              + " the threads; with --join, the number of workers to wait for (default: 1). The"
              + " result does not depend on it.")
  private @Nullable Integer jvms;

  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description =
          "Stores each finished replication in DIR, and runs only the replications that are missing"
              + " in DIR.")
  private @Nullable Path resume;

  /** Returns the number of threads of this JVM, or of all started JVMs together. */
  int threads() {
    return threads.threads();
  }

  /** Returns the folder that keeps replications, if one was given. */
  Optional<Path> resume() {
    return Optional.ofNullable(resume);
  }

  /** Returns the plan of the JVMs that run the replications; empty if this JVM runs them. */
  Optional<WorkerJvms.Plan> workers() {
    if (jvms == null && !cluster.isGiven()) {
      return Optional.empty();
    }
    var settings = cluster.settings();
    int count = jvms == null ? 1 : jvms;
    if (count < 1 || count > MOST_JVMS) {
      throw new UsageException(
          "--jvms: allowed is 1 to %d, given was %d".formatted(MOST_JVMS, count));
    }
    if (jvms == null && settings.seeds().isEmpty()) {
      throw new UsageException(
          "--host, --port: are for replications in other JVMs (--jvms, --join)");
    }
    boolean joins = !settings.seeds().isEmpty();
    return Optional.of(new WorkerJvms.Plan(count, joins, threads(), settings));
  }

  /**
   * Returns a printer of cluster events if the program runs in a terminal; otherwise events are
   * dropped.
   */
  static ClusterEvents events(CommandLine commandLine) {
    return Boolean.getBoolean("metasched.terminal") ? new EventLines(commandLine) : event -> {};
  }
}
