package io.metasched.simulation.cli;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.metascheduler.deployment.RunningTime;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.journal.JournalServer;
import io.metasched.metascheduler.deployment.journal.JournalTables;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.driver.cluster.ClusterRun;
import io.metasched.simulation.driver.cluster.ClusterRunSpec;
import io.metasched.simulation.driver.cluster.Jvms;
import io.metasched.simulation.driver.cluster.MessageLoss;
import io.metasched.simulation.driver.cluster.ScenarioRegistry;
import io.metasched.simulation.driver.cluster.fault.Fault;
import io.metasched.simulation.driver.cluster.fault.FaultReport;
import io.metasched.simulation.driver.cluster.fault.Faults;
import io.metasched.simulation.driver.cluster.fault.LiveMembers;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunDriver;
import io.metasched.simulation.report.DeploymentJson;
import io.metasched.simulation.report.DeploymentTable;
import io.metasched.simulation.rows.Deployment;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.system.SystemEntry;
import io.metasched.simulation.system.Systems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Driver of a run over several JVMs: starts the JVMs after the scenario has been validated, keeps
 * the journal, injects faults, and stops the JVMs at the end.
 */
final class ClusterRunDriver implements ScenarioRun.DriverChoice, AutoCloseable {
  /**
   * Parameters of the run.
   *
   * @param count number of JVMs, at least 1
   * @param joins whether the JVMs are already running
   * @param free whether organizations compete in the order in which their messages arrive
   */
  record Plan(
      int count, boolean joins, boolean free, ClusterSettings settings, List<Fault> faults) {}

  private static final String ORGANIZATIONS = "vo.count";

  /**
   * Duration of a run by the engine, in seconds, below which full JIT compilation does not pay off.
   */
  private static final double SHORT = 20;

  private final Plan plan;
  private final ScenarioOptions scenarioOptions;
  private final ClusterEvents events;
  private final Path journalParent;
  private final Jvms started;
  private final Faults faults;
  private final RunDeadline deadline;
  private @Nullable JournalServer journal;
  private @Nullable ClusterRun run;
  private Optional<Deployment> deployment = Optional.empty();
  private volatile boolean isFormed;
  private boolean isShort;

  /**
   * Creates the driver without starting anything.
   *
   * @param output output; the run keeps its journal in the nearest existing folder above the output
   * @param shown receives the events of the cluster
   */
  ClusterRunDriver(
      Plan plan, ScenarioOptions scenarioOptions, OutputOptions output, ClusterEvents shown) {
    this.plan = plan;
    this.scenarioOptions = scenarioOptions;
    journalParent = output.nearest().orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")));
    events = watched(shown);
    deadline =
        RunDeadline.watch(
            plan.settings().progressTimeout(),
            RunningTime.ofThisJvm()::nanos,
            "the JVMs were starting",
            line -> ProcessEnd.fail(BusyMachine.explained(line)));
    started = new Jvms(plan.count(), plan.settings().leaveTimeout(), this::lost);
    faults =
        new Faults(
            plan.faults(),
            started,
            (delay, then) ->
                CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(then),
            System::nanoTime,
            shown::happened);
  }

  private ClusterEvents watched(ClusterEvents shown) {
    return new ClusterEvents() {
      @Override
      public void happened(String line) {
        shown.happened(line);
      }

      @Override
      public void up(long process) {
        deadline.progress("the JVMs were joining");
        started.joined(process);
      }

      @Override
      public void unreachable(long process) {
        started.number(process).ifPresent(faults::unreachable);
      }
    };
  }

  @Override
  public void prepare(SystemEntry<?> entry, Instance<?> instance, CommandLine commandLine) {
    isShort = instance.expected().filter(expected -> expected.seconds() < SHORT).isPresent();
  }

  @Override
  public <R extends RunTables> RunDriver<R> open(SystemEntry<R> entry, ScenarioText text) {
    if (entry.actors().isEmpty()) {
      throw new UsageException(
          "cluster: scenario %s is of kind %s, which has no actors"
              .formatted(text.name(), entry.system().kind()));
    }
    return entry.driver(formed(text, organizations(text)), plan.free());
  }

  /**
   * Returns more than 1 only for short runs without faults, because it must be clear which cycle a
   * fault follows.
   */
  @Override
  public int threads() {
    return isShort && plan.faults().isEmpty() ? Runtime.getRuntime().availableProcessors() : 1;
  }

  private static int organizations(ScenarioText text) {
    return text.schema().has(ORGANIZATIONS)
        ? new Values(text.config()).wholeInt(ORGANIZATIONS, 1, Integer.MAX_VALUE)
        : 1;
  }

  private void startJournal() {
    var given = plan.settings().journal();
    if (given.isPresent()) {
      JournalTables.createMissing(given.get());
    } else if (!plan.joins()) {
      journal = JournalServer.start(journalParent);
    }
  }

  /** Starts the actor system and the journal in parallel, and waits for both. */
  private ClusterRun formed(ScenarioText text, int organizations) {
    Supplier<ScenarioRegistry> registry =
        () -> {
          startJournal();
          return new ScenarioRegistry(
              Metasched.version(),
              Systems.loader(scenarioOptions.knownPolicies()),
              scenarioOptions.logs(),
              journal == null ? plan.settings() : plan.settings().journaling(journal.settings()),
              scenarioOptions.pluginFingerprints());
        };
    var opened = ClusterRun.open(Metasched.version(), registry, plan.settings(), events);
    run = opened;
    if (!plan.joins()) {
      var environment =
          journal == null ? Map.<String, String>of() : journal.settings().environment();
      startAll(opened.place(), organizations, environment);
    }
    var spec =
        new ClusterRunSpec(
            Metasched.version(), text.name(), text.render(), scenarioOptions.pluginFingerprints());
    opened.formation(spec, plan.count());
    isFormed = true;
    deadline.progress("the first actors were starting");
    return opened;
  }

  /**
   * Starts all JVMs. Actors with one place run in the oldest JVM that may host them: the
   * metascheduler in the oldest JVM with its role, a single owner in the oldest JVM of all. Without
   * faults, JVM 1 is started first. With faults, the last JVM of each role is started first,
   * because a fault hits the last JVM. In a short run, no JVM waits for another.
   */
  private void startAll(String place, int organizations, Map<String, String> environment) {
    boolean isSafe = plan.faults().isEmpty();
    var first = List.of(plan.count(), LiveMembers.WITH_METASCHEDULER);
    if (isSafe) {
      first = isShort ? List.of() : List.of(1);
    }
    int planning = isSafe && organizations == 1 ? 1 : LiveMembers.WITH_METASCHEDULER;
    for (int number : first) {
      start(number, number <= planning, place, environment);
      started.awaitJoined(number, plan.settings().startTimeout());
    }
    for (int number = 1; number <= plan.count(); number++) {
      if (!first.contains(number)) {
        start(number, number <= planning, place, environment);
      }
    }
  }

  /**
   * Starts one JVM.
   *
   * @param plans whether the JVM may host a metascheduler from the beginning
   */
  private void start(int number, boolean plans, String place, Map<String, String> environment) {
    var arguments = NodeArguments.of(number, plan.settings(), place, scenarioOptions.pluginPaths());
    boolean canLose = plan.faults().stream().anyMatch(fault -> fault.kind() == Fault.Kind.LOSS);
    var options = canLose ? List.of(MessageLoss.CAN_LOSE) : List.<String>of();
    var start = new Jvms.Start(plans && !isShort, options, arguments, environment);
    started.start(number, LiveMembers.roles(number), start);
  }

  /**
   * Handles the loss of a JVM: a run that has begun continues as long as each role has a member.
   */
  private void lost(Jvms.Loss loss) {
    if (isFormed && loss.isSurvivable()) {
      events.happened(loss.what());
    } else if (run != null) {
      run.fail(loss.why());
    }
  }

  @Override
  public Progress watching(Progress shown) {
    return new Progress() {
      @Override
      public void advanced(String policy, long done, long expected) {
        deadline.progress("policy %s was at %d of %d".formatted(policy, done, expected));
        shown.advanced(policy, done, expected);
      }

      @Override
      public void cycleTaken(String policy, int cycle) {
        deadline.progress("policy %s was in cycle %d".formatted(policy, cycle));
        shown.cycleTaken(policy, cycle);
        faults.cycleOver(policy, cycle);
      }
    };
  }

  @Override
  public void addToSummary(ObjectNode further) {
    if (run != null) {
      deadline.progress("the JVMs were reporting the places of their actors");
      var found = run.deployment(started.ids());
      deployment = Optional.of(found);
      DeploymentJson.add(further, found);
    }
  }

  @Override
  public void addTo(ObjectNode summary) {
    summary.put("jvms", plan.count());
    summary.set("faults", JsonText.tree(faults.reports().stream().map(FaultJson::of).toList()));
  }

  /** Outcome of a fault in the summary; null for an event that did not happen. */
  private record FaultJson(
      @JsonPropertyDescription("kind of the fault") String kind,
      @JsonPropertyDescription("role of the JVM") String role,
      @JsonPropertyDescription("number of the JVM; `null` if the fault did not occur")
          @Nullable Integer jvm,
      @JsonPropertyDescription("cycle after whose snapshot it occurs") int atCycle,
      @JsonPropertyDescription(
              "milliseconds from then until the JVM was unreachable; `null` for never")
          @Nullable Long noticedAfterMs,
      @JsonPropertyDescription("milliseconds until the next cycle's snapshot; `null` for never")
          @Nullable Long recoveredAfterMs) {
    static FaultJson of(FaultReport report) {
      var fault = report.fault();
      return new FaultJson(
          fault.kind().registryName(),
          fault.role().registryName(),
          report.jvm().isPresent() ? (Integer) report.jvm().getAsInt() : null,
          fault.afterCycle(),
          orNull(report.noticedAfterMillis()),
          orNull(report.recoveredAfterMillis()));
    }

    private static @Nullable Long orNull(OptionalLong millis) {
      return millis.isPresent() ? (Long) millis.getAsLong() : null;
    }
  }

  @Override
  public List<String> lines() {
    var lines = new ArrayList<String>();
    deployment.ifPresent(jvms -> lines.add(DeploymentTable.of(jvms)));
    faults.reports().forEach(report -> lines.add(report.line()));
    return lines;
  }

  @Override
  public void close() {
    deadline.progress("the JVMs were stopping");
    // all actors of the run stop with the clock, so the JVMs have nothing left to stop
    if (run != null) {
      run.close();
    }
    started.close();
    if (journal != null) {
      journal.close();
    }
    deadline.close();
  }
}
