package io.metasched.simulation.system.broker.cli;

import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.resource.broker.xml.TaskFile;
import io.metasched.resource.broker.xml.XmlLimits;
import io.metasched.simulation.options.ClusterOptions;
import io.metasched.simulation.options.EventLines;
import io.metasched.simulation.options.OutputFile;
import io.metasched.simulation.options.WholeNumbers;
import io.metasched.simulation.scenario.UsageException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched broker}: reserves the tasks of a user at the agents of a cluster. */
@Command(
    name = BrokerCommand.NAME,
    mixinStandardHelpOptions = true,
    description = {
      "Places tasks on the nodes of agents (`metasched node --roles agents`), and prints the"
          + " schedule. Several brokers may use the same agents at the same time. docs/cluster.md"
          + " has a walk-through.",
      "The exit code is 0 even if tasks cannot be placed; each of them is reported with the reason."
    },
    footer = {
      "",
      "Examples:",
      "  metasched broker --tasks conf/broker/tasks.xml --join 127.0.0.1:2551 --agents 2",
      "  metasched broker --tasks conf/broker/tasks.xml --port 2550 --agents 2   (agents join it)",
      "  metasched broker --show --user ann --join 127.0.0.1:2551",
      "  metasched broker --cancel 4 --user ann --join 127.0.0.1:2551"
    })
public final class BrokerCommand implements Callable<Integer> {
  public static final String NAME = "broker";
  private static final int MOST_AGENTS = 10_000;

  @Option(
      names = "--tasks",
      paramLabel = "FILE.xml",
      description = "The tasks to place (docs/cluster.md).")
  private @Nullable Path tasks;

  @Option(
      names = "--show",
      description = "Shows the reservations that a user may see, instead of" + " placing tasks.")
  private boolean show;

  @Option(
      names = "--cancel",
      paramLabel = "TASK",
      description = "Cancels the reservation of the task with this id, instead of placing tasks.")
  private @Nullable String cancel;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "The user who sees or cancels reservations; for --show and --cancel.")
  private @Nullable String user;

  @Option(
      names = "--agents",
      paramLabel = "N",
      description = "Number of agents to wait for (default: 1). All available agents are used.")
  private String agents = "1";

  @Option(
      names = "--start",
      paramLabel = "WHEN",
      description =
          "Second 0 of the tasks: +60s (from now), epoch (their times are Unix times), or a"
              + " time such as 2030-01-31T08:00:00Z (default: +60s).")
  private String start = "+60s";

  @Option(
      names = "--stay",
      description =
          "Continues until the last task has ended (or Ctrl-C), and places tasks of lost"
              + " agents elsewhere.")
  private boolean stay;

  @Option(
      names = "--out",
      paramLabel = "FILE.csv",
      description = "Also writes the schedule to a file.")
  private @Nullable Path out;

  @Option(names = "--force", description = "Replaces the file of --out.")
  private boolean force;

  @Option(names = "--json", description = "Prints one JSON object instead of tables.")
  private boolean json;

  @Mixin private ClusterOptions cluster;

  @Option(names = "--events", description = "Reports changes of the cluster's members.")
  private boolean events;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    requireOneTask();
    int count = (int) WholeNumbers.inRange("--agents", agents, 1, MOST_AGENTS);
    var zero = StartTime.parse(start);
    var file = Optional.ofNullable(out).map(path -> OutputFile.at(path, force));
    long begun = System.nanoTime();
    var read = Optional.ofNullable(tasks).map(path -> TaskFile.read(path, XmlLimits.DEFAULT));
    double readSeconds = (System.nanoTime() - begun) / 1e9;
    var settings = cluster.settings();
    ClusterEvents members = events ? new EventLines(spec.commandLine()) : event -> {};
    try (var run = new LiveBroker(spec.commandLine(), settings, count, members, json)) {
      if (show) {
        return run.show(user());
      } else if (cancel != null) {
        return run.cancel(user(), WholeNumbers.inRange("--cancel", cancel, 0, Long.MAX_VALUE));
      }
      return run.place(new LiveBroker.Batch(read.orElseThrow(), readSeconds, zero, stay), file);
    } catch (IllegalStateException failed) { // agents or other members do not reply
      Metasched.say(spec.commandLine(), String.valueOf(failed.getMessage()));
      return ExitCode.FAILED;
    }
  }

  private String user() {
    if (user == null) {
      throw new UsageException("--user NAME: is needed to see or to cancel reservations");
    }
    return user;
  }

  private void requireOneTask() {
    long given =
        Stream.of(tasks != null, show, cancel != null).filter(Boolean::booleanValue).count();
    if (given != 1) {
      throw new UsageException(
          "broker: give one of --tasks FILE.xml, --show and --cancel TASK, but given were "
              + given);
    }
    if (tasks != null && user != null) {
      throw new UsageException(
          "--user: is for --show and --cancel; the owners of tasks are in their file");
    }
    if (tasks == null && (stay || out != null || force)) {
      throw new UsageException("--stay, --out, --force: are for --tasks");
    }
    if (tasks == null) {
      var unused = user();
      if (cancel != null) {
        WholeNumbers.inRange("--cancel", cancel, 0, Long.MAX_VALUE);
      }
    }
  }
}
