package io.metasched.simulation.cli;

import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.driver.cluster.fault.Fault;
import io.metasched.simulation.driver.cluster.fault.LiveMembers;
import io.metasched.simulation.options.ClusterOptions;
import io.metasched.simulation.options.EventLines;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.scenario.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched cluster}: runs a scenario over several JVMs, with the same result as in one. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    description =
        "Runs a scenario like simulate, but over several JVMs: starts JVMs on this machine, runs"
            + " the scenario, collects the result and stops the JVMs. With the same scenario and"
            + " seed, the placements are those of simulate, for any number of JVMs.",
    footer = {
      "",
      "Examples:",
      "  metasched cluster --jvms 3",
      "  metasched cluster two-level --jvms 2 --json",
      "  metasched cluster --jvms 3 --fault pause:owners:after-cycle=2,for=2s",
      "  metasched cluster --jvms 2 --set vo.count=2 --free",
      "  metasched cluster default --join 127.0.0.1:2551   (nodes that run already)"
    })
final class ClusterCommand implements Callable<Integer> {
  private static final String CYCLES = "time.cycles";
  private static final String ORGANIZATIONS = "vo.count";
  private static final int MOST_JVMS = 64;
  private static final int LEAST_FOR_FAULTS = 3;

  @Mixin private ScenarioOptions scenarioOptions;

  @Option(
      names = "--jvms",
      paramLabel = "N",
      description =
          "Number of JVMs to start, 1 to 64 (default: 3); with --join, number of JVMs with"
              + " owners to wait for (default: 1).")
  private @Nullable Integer jvms;

  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--fault",
      paramLabel = "F",
      description = {
        "A fault to inject into the run, KIND:ROLE:after-cycle=N[,for=DURATION]; may be"
            + " repeated.",
        "KIND: kill, pause or loss (of all messages to and from others); ROLE: owners,"
            + " metascheduler or users; DURATION (not for kill): 100ms to 10m. A fault hits the JVM"
            + " with the highest number among those with the role; all JVMs have owners, the first two also"
            + " metascheduler and users. Faults need 3 JVMs or more."
      })
  private List<String> faults = new ArrayList<>();

  @Option(
      names = "--free",
      description =
          "Organizations compete in the order in which messages arrive: each result is"
              + " valid, but runs differ. For cyclic scenarios.")
  private boolean free;

  @Option(
      names = "--events",
      description = "Reports changes of members even if standard error is not a terminal.")
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
    var parsed = faults.stream().map(Fault::parse).toList();
    if (!parsed.isEmpty()) {
      require(parsed, joins, count);
    }
    var text = scenarioOptions.text();
    if (free && !text.schema().has(ORGANIZATIONS)) {
      throw new UsageException(
          "--free: is for scenarios in which organizations compete, but %s is of kind %s"
              .formatted(text.name(), text.schema().kind()));
    }
    var plan = new ClusterRunDriver.Plan(count, joins, free, settings, parsed);
    var onSignal = new Thread(() -> reportSignal(count, joins), "report-signal");
    Runtime.getRuntime().addShutdownHook(onSignal);
    try (var driver = new ClusterRunDriver(plan, scenarioOptions, output, events())) {
      return scenarioOptions.run(output, spec.commandLine()).by(driver);
    } catch (IllegalStateException e) {
      if (!ProcessEnd.removeHook(onSignal)) {
        return ExitCode.FAILED; // it fails because the process is ending, which is already reported
      }
      throw new IllegalStateException(BusyMachine.explained(e), e);
    } finally {
      ProcessEnd.removeHook(onSignal);
    }
  }

  /**
   * Reports that a signal has terminated this process; terminations by the program itself are
   * already reported.
   */
  private void reportSignal(int count, boolean joins) {
    if (!ProcessEnd.hasBegun()) {
      var others = joins ? "" : ", and with it the %d JVMs that it has started".formatted(count);
      Metasched.say(
          spec.commandLine(), "the run was ended by a signal (INT, TERM or HUP)" + others);
    }
  }

  private void require(List<Fault> parsed, boolean joins, int count) {
    if (joins) {
      throw new UsageException(
          "--fault: not allowed with --join, because it hits JVMs that this command starts");
    }
    if (count < LEAST_FOR_FAULTS) {
      throw new UsageException(
          "--fault: needs --jvms %d or more, given was %d".formatted(LEAST_FOR_FAULTS, count));
    }
    Fault.requireSurvivors(parsed, LiveMembers.of(count));
    var text = scenarioOptions.text();
    if (text.schema().has(CYCLES)) {
      var values = new Values(text.config());
      int cycles =
          values.isWord(CYCLES, "until-done")
              ? values.wholeInt("time.max-cycles", 1, Integer.MAX_VALUE)
              : values.wholeInt(CYCLES, 1, Integer.MAX_VALUE);
      parsed.forEach(fault -> fault.requireWithin(cycles));
    }
  }

  private ClusterEvents events() {
    boolean shown = events || Boolean.getBoolean("metasched.terminal");
    return shown ? new EventLines(spec.commandLine()) : event -> {};
  }
}
