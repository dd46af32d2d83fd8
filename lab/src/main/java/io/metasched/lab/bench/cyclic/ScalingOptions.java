package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchParameter;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Work;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options of {@link ScalingBench}. */
final class ScalingOptions {
  private static final int MOST_NODES = 1_000_000;

  /** Numbers of JVMs; the last one is the maximum. */
  private static final BenchParameter JVMS =
      BenchParameter.list("--jvms", 1, 16, List.of(1, 2), 1, 2, 3, 4);

  /** Numbers of nodes for the maximum number of JVMs, at least two for each domain. */
  private static final BenchParameter NODES =
      BenchParameter.list("--nodes", 2, MOST_NODES, List.of(200), 10_000);

  /** Numbers of domains for the maximum number of JVMs, at least as many as JVMs. */
  private static final BenchParameter DOMAINS =
      BenchParameter.list("--domains", 1, MOST_NODES / 2, List.of(2), 100);

  /** Number of jobs of a cycle for the maximum number of JVMs, at least as many as JVMs. */
  private static final BenchParameter JOBS = BenchParameter.number("--jobs", 1, 10_000, 6, 100);

  /** Number of measured cycles, after one as warm-up. */
  private static final BenchParameter CYCLES = BenchParameter.number("--cycles", 1, 10_000, 1, 20);

  /** Number of searches of each row over several JVMs, each in its own session. */
  private static final BenchParameter SEARCHES =
      BenchParameter.number("--searches", 1, 100_000, 8, 1000);

  /** Number of replications of the studies; the default takes one thread about a minute. */
  private static final BenchParameter REPLICATIONS =
      BenchParameter.number("--replications", 1, 1_000_000, 20, 4000);

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SCENARIO",
      description =
          "A file, or a name in conf/scenarios, of scheduling cycles with generated jobs"
              + " (default: default). Sizes without an option are those of the scenario; without a"
              + " scenario they are the defaults below.")
  private @Nullable String scenario;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Sets any key of the scenario, as in its file. May be repeated.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--policy",
      paramLabel = "P",
      description = "The policy that runs (default: the first of the scenario).")
  private @Nullable String policy;

  @Option(
      names = "--jvms",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of JVMs (default: 1,2,3,4; 1 to 16). 1 is the JVM of the command, with"
              + " both drivers; further ones are started.")
  private @Nullable List<Integer> jvms;

  @Option(
      names = "--nodes",
      split = ",",
      paramLabel = "N",
      description = "Numbers of nodes (default: 10000; twice the domains to 1000000).")
  private @Nullable List<Integer> nodes;

  @Option(
      names = "--domains",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of domains over which they are spread (default: 100; as many as JVMs, or more).")
  private @Nullable List<Integer> domains;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Jobs of each cycle (default: 100; as many as JVMs, to 10000).")
  private @Nullable Integer jobs;

  @Option(
      names = "--cycles",
      paramLabel = "N",
      description = "Cycles, after one for warm-up (default: 20; 1 to 10000).")
  private @Nullable Integer cycles;

  @Option(
      names = "--searches",
      paramLabel = "N",
      description = "Searches of each row over several JVMs (default: 1000; 1 to 100000).")
  private @Nullable Integer searches;

  @Option(
      names = "--replications",
      paramLabel = "N",
      description = "Replications of the studies (default: 4000; 1 to 1000000).")
  private @Nullable Integer replications;

  @Option(names = "--strong-alone", description = "Measures only the same work over more JVMs.")
  private boolean strongAlone;

  /**
   * Returns the size of the measurements.
   *
   * @throws UsageException if it cannot be measured
   */
  ScalingBenchSize size(BenchContext context) {
    var whole = text(context);
    var named =
        policy == null
            ? ScenarioReader.read(whole, Policies.builtIn()).policies().get(0).name()
            : policy;
    var text = whole.withTexts("policies", List.of(named), "--policy");
    var counts = context.values(JVMS, given(JVMS, jvms));
    int most = Collections.max(counts);
    var sites =
        ofScenario(DOMAINS.from(most), "nodes.domains", given(DOMAINS, domains), text, context);
    var sizes =
        ofScenario(
            NODES.from(2 * Collections.max(sites)),
            "nodes.count",
            given(NODES, nodes),
            text,
            context);
    var work = jobs == null ? List.<Integer>of() : List.of(jobs);
    int batch = ofScenario(JOBS.from(most), "jobs.per-cycle", work, text, context).get(0);
    var works = new ArrayList<Work>();
    for (int count : sizes) {
      sites.forEach(site -> works.add(new Work(count, site, batch)));
    }
    return new ScalingBenchSize(
        text,
        named,
        counts,
        works,
        context.value(CYCLES, cycles),
        context.value(SEARCHES, searches),
        context.value(REPLICATIONS, replications),
        strongAlone);
  }

  private static List<Integer> given(BenchParameter parameter, @Nullable List<Integer> values) {
    if (values != null && values.isEmpty()) {
      throw new UsageException(
          "%s: allowed is one number or more, given was none".formatted(parameter.option()));
    }
    return values == null ? List.of() : values;
  }

  private ScenarioText text(BenchContext context) {
    var text = scenario == null ? context.scenario("default") : context.scenarioIn(scenario);
    if (!text.schema().kind().equals(ScenarioReader.SCHEMA.kind())) {
      throw new UsageException(
          "scaling: is for scenarios of kind %s, but %s is of kind %s"
              .formatted(ScenarioReader.SCHEMA.kind(), text.name(), text.schema().kind()));
    }
    if (text.takesLog()) {
      throw new UsageException(
          "scaling: work that grows needs jobs that are generated, but scenario %s takes them from a log"
              .formatted(text.name()));
    }
    for (var setting : settings) {
      text = text.with(setting, "--set " + setting);
    }
    return text;
  }

  /** Returns the numbers of an option; without it, those of the given scenario. */
  private List<Integer> ofScenario(
      BenchParameter parameter,
      String key,
      List<Integer> given,
      ScenarioText text,
      BenchContext context) {
    if (!given.isEmpty() || (scenario == null && settings.isEmpty())) {
      return context.values(parameter, given);
    }
    int own = new Values(text.config()).wholeInt(key, 1, Integer.MAX_VALUE);
    return context.values(parameter, List.of(own));
  }
}
