package io.metasched.simulation.system;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.driver.cluster.LoadedScenario;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.ReadTraces;
import io.metasched.simulation.scenario.ScenarioFiles;
import io.metasched.simulation.scenario.ScenarioSchema;
import io.metasched.simulation.scenario.ScenarioSchemas;
import io.metasched.simulation.system.broker.BrokerSystem;
import io.metasched.simulation.system.broker.actor.BrokerBlueprint;
import io.metasched.simulation.system.cyclic.CyclicSystem;
import io.metasched.simulation.system.cyclic.actor.CyclicBlueprint;
import io.metasched.simulation.system.rectangles.RectanglesSystem;
import io.metasched.simulation.system.rectangles.actor.RectanglesBlueprint;
import io.metasched.simulation.system.replay.ReplaySystem;
import io.metasched.simulation.system.twolevel.TwoLevelSystem;
import io.metasched.simulation.system.twolevel.actor.TwoLevelBlueprint;
import io.metasched.simulation.system.whatif.WhatIfSystem;
import io.metasched.simulation.system.whatif.actor.WhatIfBlueprint;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Registry of all systems; the only class that refers to all of them. */
public final class Systems {
  /** The systems; the first is the default for scenarios without a kind. */
  public static final List<SystemEntry<?>> ALL =
      List.of(
          new SystemEntry<>(new CyclicSystem(), Optional.of(CyclicBlueprint::of), true),
          new SystemEntry<>(new TwoLevelSystem(), Optional.of(TwoLevelBlueprint::new), false),
          new SystemEntry<>(new ReplaySystem(), Optional.empty(), false),
          new SystemEntry<>(new RectanglesSystem(), Optional.of(RectanglesBlueprint::new), false),
          new SystemEntry<>(new WhatIfSystem(), Optional.of(WhatIfBlueprint::new), false),
          new SystemEntry<>(new BrokerSystem(), Optional.of(BrokerBlueprint::new), false));

  /** Schemas of the scenarios of all systems. */
  public static final ScenarioSchemas SCENARIOS =
      new ScenarioSchemas(
          ALL.stream().<ScenarioSchema>map(entry -> entry.system().schema()).toList());

  private Systems() {}

  /** Returns the system with the given name. */
  public static Optional<SystemEntry<?>> named(String kind) {
    for (var entry : ALL) {
      if (entry.system().kind().equals(kind)) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }

  /** Returns the system with the given schema. */
  public static SystemEntry<?> of(ScenarioSchema schema) {
    return named(schema.kind()).orElseThrow();
  }

  /** Returns the scenarios of an installation, or those in the jar if {@code home} is empty. */
  public static ScenarioFiles files(Optional<Path> home) {
    return new ScenarioFiles(SCENARIOS, home.map(folder -> folder.resolve("conf/scenarios")));
  }

  /**
   * Returns a loader of scenarios of any system, for a JVM of a cluster with the given policies.
   */
  public static LoadedScenario.Loader loader(Policies policies) {
    return (spec, logs, settings) -> {
      var text = SCENARIOS.ofText(spec.text(), spec.name(), spec.name());
      return of(text.schema()).load(text, new Inputs(policies, logs, new ReadTraces()), settings);
    };
  }
}
