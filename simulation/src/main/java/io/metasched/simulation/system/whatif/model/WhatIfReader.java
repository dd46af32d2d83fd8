package io.metasched.simulation.system.whatif.model;

import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.provider.probe.CandidateStarts;
import io.metasched.resource.provider.probe.PlanMetric;
import io.metasched.resource.whatif.AvailabilityMethods;
import io.metasched.resource.whatif.MetricWeights;
import io.metasched.resource.whatif.MetricWeights.Weight;
import io.metasched.resource.whatif.SlotPreference;
import io.metasched.simulation.scenario.EstimateKey;
import io.metasched.simulation.scenario.LogOptions;
import io.metasched.simulation.scenario.NumberLists;
import io.metasched.simulation.scenario.RigidJobKeys;
import io.metasched.simulation.scenario.ScenarioSchema;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.scenario.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Parser of a scenario's text into a validated {@link WhatIfScenario}. */
public final class WhatIfReader {
  public static final ScenarioSchema SCHEMA =
      new ScenarioSchema("what-if", List.of("what-if"), List.of());

  /** Maximum number of clusters of a grid. */
  public static final int MOST_CLUSTERS = 1000;

  private static final String CLUSTERS = "clusters";
  private static final int MOST_PROCESSORS = 200_000;
  private static final int MOST_BLOCK = 200_000;
  private static final int MOST_CANDIDATES = 1000;
  private static final double MOST_TIME = 100_000_000;
  private static final double LEAST_TIME = 0.001;
  private static final double ROUNDING = 1e-9;

  private final ScenarioText text;
  private final Values values;

  private WhatIfReader(ScenarioText text) {
    this.text = text;
    values = new Values(text.config());
  }

  /**
   * Parses a scenario.
   *
   * @throws UsageException for the first value that is not allowed
   */
  public static WhatIfScenario read(ScenarioText text) {
    return new WhatIfReader(text).scenario();
  }

  private WhatIfScenario scenario() {
    values.word(ScenarioSchema.KEY, List.of(SCHEMA.kind()));
    var methods = values.words("policies", AvailabilityMethods.names());
    var setting = setting(methods.get(0));
    return new WhatIfScenario(
        text.name(),
        values.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE),
        methods,
        setting,
        draw(),
        source(Collections.max(setting.processors())));
  }

  private WhatIfSetting setting(String method) {
    boolean isRespected =
        values.word("reservations.head-job", List.of("respected", "ignored")).equals("respected");
    return new WhatIfSetting(
        clusters(),
        values.word("local", List.of("easy", "easy-sjf")),
        isRespected ? HeadPromise.RESPECTED : HeadPromise.IGNORED,
        method,
        new CandidateStarts(
            values.wholeInt("probe.candidates", 2, MOST_CANDIDATES),
            values.thousandths("probe.least-gap", LEAST_TIME, MOST_TIME)),
        weights());
  }

  private List<Integer> clusters() {
    var groups =
        new NumberLists(values).groups(CLUSTERS, "processors", MOST_CLUSTERS, MOST_PROCESSORS);
    var processors = new ArrayList<Integer>();
    for (var group : groups) {
      boolean isAllowed =
          group.get(1) % 1000 == 0 && processors.size() + (long) group.get(0) <= MOST_CLUSTERS;
      if (!isAllowed) {
        throw values.wrong(
            CLUSTERS,
            "whole numbers of processors, and at most %d clusters".formatted(MOST_CLUSTERS));
      }
      processors.addAll(Collections.nCopies(group.get(0), group.get(1) / 1000));
    }
    if (processors.isEmpty()) {
      throw values.wrong(CLUSTERS, "at least one group {count, processors}");
    }
    return processors;
  }

  private MetricWeights weights() {
    var weights = new ArrayList<Weight>();
    weights.add(new Weight(PlanMetric.MAKESPAN, values.real("probe.weights.makespan", 0, 1)));
    weights.add(new Weight(PlanMetric.COMPLETION, values.real("probe.weights.completion", 0, 1)));
    weights.add(new Weight(PlanMetric.SLOWDOWN, values.real("probe.weights.slowdown", 0, 1)));
    weights.add(new Weight(PlanMetric.UTILISATION, values.real("probe.weights.utilisation", 0, 1)));
    if (Math.abs(weights.stream().mapToDouble(Weight::share).sum() - 1) > ROUNDING) {
      throw values.wrong(
          "probe.weights.makespan", "a weight that adds up to 1 with the three" + " others");
    }
    return new MetricWeights(weights);
  }

  private RequestDraw draw() {
    return new RequestDraw(
        values.wholeInt("requests.block", 1, MOST_BLOCK),
        values.thousandths("requests.lead", 0, MOST_TIME),
        values.thousandths("requests.window", 0, MOST_TIME),
        values.real("requests.co-allocated-share", 0, 1),
        values.real("requests.withdrawn-share", 0, 1),
        preference(),
        values.wholeInt("jobs.most-processors", 1, MOST_PROCESSORS));
  }

  private SlotPreference preference() {
    double share = values.real("requests.impact-share", 0, 1);
    var word =
        values.word(
            "requests.preference", List.of("cheapest-impact", "earliest", "latest", "weighted"));
    return switch (word) {
      case "earliest" -> SlotPreference.EARLIEST;
      case "latest" -> SlotPreference.LATEST;
      case "weighted" -> SlotPreference.weighted(share);
      default -> SlotPreference.CHEAPEST_IMPACT;
    };
  }

  private WhatIfScenario.Source source(int processors) {
    var generated = new RigidJobKeys(values, 0).read(processors, MOST_PROCESSORS, CLUSTERS);
    var logged =
        new WhatIfScenario.Logged(
            values.text("log.file"),
            LogOptions.readQueued(values).withProcessors(processors),
            values.yesNo("log.sound-only"),
            values.wholeInt("log.count", 1, Integer.MAX_VALUE),
            values.wholeInt("log.most-processors", 1, MOST_PROCESSORS),
            EstimateKey.read(values, "log.estimates"));
    return generated.<WhatIfScenario.Source>map(WhatIfScenario.Generated::new).orElse(logged);
  }
}
