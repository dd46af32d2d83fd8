package io.metasched.simulation.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.cluster.ClusterRun;
import io.metasched.simulation.cluster.Jvms;
import io.metasched.simulation.cluster.Repertoire;
import io.metasched.simulation.cluster.Script;
import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.cluster.config.Role;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.engine.Driver;
import io.metasched.simulation.run.Drivers;
import io.metasched.simulation.twolevel.TwoLevelDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched cluster}: a scenario over several JVMs, with the result of one. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    description =
        "Runs a scenario as simulate does, over several JVMs: it starts them on this machine, runs,"
            + " gathers the result, and stops them. Equal scenario and seed give the placements of"
            + " simulate, however many JVMs there are.",
    footer = {
      "",
      "Examples:",
      "  metasched cluster --jvms 3",
      "  metasched cluster two-level --jvms 2 --json",
      "  metasched cluster default --join 127.0.0.1:2551   (nodes that run already)"
    })
final class ClusterCommand implements Callable<Integer> {
  private static final int MOST_JVMS = 64;
  private static final int WITH_METASCHEDULER = 2;

  @Mixin private ScenarioOptions scenarioOptions;

  @Option(
      names = "--jvms",
      paramLabel = "N",
      description =
          "How many JVMs to start, 1 to 64 (default: 3); with --join, how many with owners to wait"
              + " for (default: 1).")
  private @Nullable Integer jvms;

  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--events",
      description = "Tells what happens to members also where standard error is no terminal.")
  private boolean events;

  @Mixin private OutputOptions output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var settings = cluster.settings();
    boolean joins = !settings.seeds().isEmpty();
    int count = jvms == null ? (joins ? 1 : 3) : jvms;
    if (count < 1 || count > MOST_JVMS) {
      throw new UsageException(
          "--jvms: allowed is 1 to %d, given was %d".formatted(MOST_JVMS, count));
    }
    try (var drive = new OverJvms(count, joins, settings)) {
      return new ScenarioRun(scenarioOptions, output, spec.commandLine()).by(drive);
    }
  }

  /** Starts the JVMs when the scenario is known to be sound, and stops them at the end. */
  private final class OverJvms implements ScenarioRun.Drive, AutoCloseable {
    private final int count;
    private final boolean joins;
    private final ClusterSettings settings;
    private final Jvms started;
    private @Nullable ClusterRun run;

    OverJvms(int count, boolean joins, ClusterSettings settings) {
      this.count = count;
      this.joins = joins;
      this.settings = settings;
      started = new Jvms(settings.leaveTimeout());
    }

    @Override
    public String name() {
      return Drivers.CLUSTER;
    }

    @Override
    public Driver cyclic(ScenarioText text) {
      return mustered(text).driver();
    }

    @Override
    public TwoLevelDriver twoLevel(ScenarioText text) {
      return mustered(text).twoLevelDriver();
    }

    private ClusterRun mustered(ScenarioText text) {
      var repertoire =
          new Repertoire(
              Metasched.version(), scenarioOptions.knownPolicies(), scenarioOptions.logs());
      var opened = ClusterRun.open(repertoire, settings, told());
      run = opened;
      if (!joins) {
        for (int number = 0; number < count; number++) {
          started.start(node(number, opened.place()), opened::fail);
        }
      }
      opened.muster(new Script(Metasched.version(), text.name(), text.render()), count);
      return opened;
    }

    private Consumer<String> told() {
      boolean shown = events || Boolean.getBoolean("metasched.terminal");
      return shown ? new EventLines(spec.commandLine()) : event -> {};
    }

    /** The first JVMs may have the metascheduler and the users; all have owners. */
    private List<String> node(int number, String place) {
      var roles =
          number < WITH_METASCHEDULER
              ? List.of(Role.OWNERS, Role.METASCHEDULER, Role.USERS)
              : List.of(Role.OWNERS);
      var names = roles.stream().map(Role::registryName).collect(Collectors.joining(","));
      var arguments = new ArrayList<>(List.of(Metasched.class.getName(), "node"));
      arguments.addAll(List.of("--until-input-ends", "--roles", names));
      arguments.addAll(List.of("--host", settings.self().host(), "--port", "0"));
      arguments.addAll(List.of("--join", place));
      if (!scenarioOptions.pluginJars().isEmpty()) {
        arguments.addAll(List.of("--plugins", String.join(",", scenarioOptions.pluginJars())));
      }
      return arguments;
    }

    @Override
    public void addTo(ObjectNode summary) {
      summary.put("jvms", count);
      summary.putArray("faults");
    }

    @Override
    public void close() {
      // with the keeper of time go all actors of the run, and the JVMs have nothing left to end
      if (run != null) {
        run.close();
      }
      started.close();
    }
  }
}
