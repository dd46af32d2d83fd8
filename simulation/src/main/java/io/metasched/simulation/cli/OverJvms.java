package io.metasched.simulation.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.cluster.ClusterEvents;
import io.metasched.simulation.cluster.ClusterNode;
import io.metasched.simulation.cluster.ClusterRun;
import io.metasched.simulation.cluster.Jvms;
import io.metasched.simulation.cluster.Repertoire;
import io.metasched.simulation.cluster.Script;
import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.cluster.config.Role;
import io.metasched.simulation.cluster.fault.Crew;
import io.metasched.simulation.cluster.fault.Fault;
import io.metasched.simulation.cluster.fault.FaultReport;
import io.metasched.simulation.cluster.fault.Faults;
import io.metasched.simulation.cluster.journal.JournalServer;
import io.metasched.simulation.cluster.journal.JournalTables;
import io.metasched.simulation.config.ScenarioReader;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.engine.Driver;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.result.Deployment;
import io.metasched.simulation.run.Drivers;
import io.metasched.simulation.twolevel.TwoLevelDriver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Drives a run over several JVMs: starts them when the scenario is known to be sound, keeps their
 * journal, has faults strike them, and stops them at the end.
 */
final class OverJvms implements ScenarioRun.Drive, AutoCloseable {
  /**
   * What is wanted.
   *
   * @param count how many JVMs, at least 1
   * @param joins whether they run already
   * @param free whether organizations compete in whatever order their messages arrive
   */
  record Plan(
      int count, boolean joins, boolean free, ClusterSettings settings, List<Fault> faults) {}

  private final Plan plan;
  private final ScenarioOptions scenarioOptions;
  private final ClusterEvents events;
  private final Path journalParent;
  private final Jvms started;
  private final Faults faults;
  private @Nullable JournalServer journal;
  private @Nullable ClusterRun run;
  private Optional<Deployment> deployment = Optional.empty();
  private volatile boolean isMustered;

  /**
   * Nothing is started yet.
   *
   * @param output beside which the run keeps its journal
   * @param shown is told what happens
   */
  OverJvms(Plan plan, ScenarioOptions scenarioOptions, OutputOptions output, ClusterEvents shown) {
    this.plan = plan;
    this.scenarioOptions = scenarioOptions;
    journalParent = output.nearest().orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")));
    events = watched(shown);
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
        started.joined(process);
      }

      @Override
      public void unreachable(long process) {
        started.number(process).ifPresent(faults::unreachable);
      }
    };
  }

  @Override
  public String name() {
    return plan.free() ? Drivers.CLUSTER_FREE : Drivers.CLUSTER;
  }

  @Override
  public Driver cyclic(ScenarioText text) {
    var scenario = ScenarioReader.read(text, scenarioOptions.knownPolicies());
    return mustered(text, scenario.rules().organizations(), journal()).driver(plan.free());
  }

  @Override
  public TwoLevelDriver twoLevel(ScenarioText text) {
    return mustered(text, 1, Map.of()).twoLevelDriver();
  }

  /** Has a journal be there, and says what the JVMs find in their environment of it. */
  private Map<String, String> journal() {
    var given = plan.settings().journal();
    if (given.isPresent()) {
      JournalTables.createMissing(given.get());
      return Map.of();
    } else if (plan.joins()) {
      return Map.of();
    }
    journal = JournalServer.start(journalParent);
    return journal.settings().environment();
  }

  private ClusterRun mustered(
      ScenarioText text, int organizations, Map<String, String> environment) {
    var repertoire =
        new Repertoire(
            Metasched.version(),
            scenarioOptions.knownPolicies(),
            scenarioOptions.logs(),
            journal == null ? plan.settings() : plan.settings().journaling(journal.settings()));
    var opened = ClusterRun.open(repertoire, plan.settings(), events);
    run = opened;
    if (!plan.joins()) {
      startAll(opened.place(), organizations, environment);
    }
    opened.muster(new Script(Metasched.version(), text.name(), text.render()), plan.count());
    isMustered = true;
    return opened;
  }

  /**
   * The metascheduler is in the oldest JVM that may have it, so that one comes first. For a fault
   * to strike it, it is the last of these.
   */
  private void startAll(String place, int organizations, Map<String, String> environment) {
    boolean isSafe = plan.faults().isEmpty();
    int first = isSafe ? 1 : Math.min(Crew.WITH_METASCHEDULER, plan.count());
    int planning = isSafe && organizations == 1 ? 1 : Crew.WITH_METASCHEDULER;
    start(first, first <= planning, place, environment);
    started.awaitJoined(first, plan.settings().startTimeout());
    for (int number = 1; number <= plan.count(); number++) {
      if (number != first) {
        start(number, number <= planning, place, environment);
      }
    }
  }

  private void start(int number, boolean plans, String place, Map<String, String> environment) {
    var arguments = node(number, plan.settings(), place, scenarioOptions.pluginJars());
    boolean canLose = plan.faults().stream().anyMatch(fault -> fault.kind() == Fault.Kind.LOSS);
    var options = canLose ? List.of(ClusterNode.CAN_LOSE) : List.<String>of();
    var start = new Jvms.Start(plans, options, arguments, environment);
    started.start(number, Crew.roles(number), start);
  }

  /** How a JVM is started that joins at a place. */
  static List<String> node(
      int number, ClusterSettings settings, String place, List<String> plugins) {
    var names = Crew.roles(number).stream().map(Role::registryName);
    var arguments = new ArrayList<>(List.of(Metasched.class.getName(), "node"));
    arguments.addAll(
        List.of("--until-input-ends", "--roles", names.collect(Collectors.joining(","))));
    arguments.addAll(List.of("--host", settings.self().host(), "--port", "0"));
    arguments.addAll(List.of("--join", place));
    if (!plugins.isEmpty()) {
      arguments.addAll(List.of("--plugins", String.join(",", plugins)));
    }
    return arguments;
  }

  /** A run that has begun goes on as long as somebody is left for each role. */
  private void lost(Jvms.Loss loss) {
    var why = new IllegalStateException(loss.what());
    if (isMustered && loss.isSurvivable()) {
      events.happened(loss.what());
    } else if (run != null) {
      run.fail(why);
    }
  }

  @Override
  public Progress watching(Progress shown) {
    return new Progress() {
      @Override
      public void advanced(String policy, long done, long expected) {
        shown.advanced(policy, done, expected);
      }

      @Override
      public void cycleTaken(String policy, int cycle) {
        shown.cycleTaken(policy, cycle);
        faults.cycleOver(policy, cycle);
      }
    };
  }

  @Override
  public Optional<Deployment> deployment() {
    if (deployment.isEmpty() && run != null) {
      deployment = Optional.of(run.deployment(started.ids()));
    }
    return deployment;
  }

  @Override
  public void addTo(ObjectNode summary) {
    summary.put("jvms", plan.count());
    var array = summary.putArray("faults");
    for (var report : faults.reports()) {
      var fault = report.fault();
      var node = array.addObject();
      node.put("kind", fault.kind().registryName());
      node.put("role", fault.role().registryName());
      node.put("jvm", report.jvm().isPresent() ? report.jvm().getAsInt() : null);
      node.put("atCycle", fault.afterCycle());
      put(node, "noticedAfterMs", report.noticedAfterMillis());
      put(node, "recoveredAfterMs", report.recoveredAfterMillis());
    }
  }

  private static void put(ObjectNode node, String key, OptionalLong value) {
    node.put(key, value.isPresent() ? value.getAsLong() : null);
  }

  @Override
  public List<String> lines() {
    return faults.reports().stream().map(FaultReport::line).toList();
  }

  @Override
  public void close() {
    // with the keeper of time go all actors of the run, and the JVMs have nothing left to end
    if (run != null) {
      run.close();
    }
    started.close();
    if (journal != null) {
      journal.close();
    }
  }
}
