package io.metasched.simulation.system;

import io.metasched.metascheduler.program.SpellingHint;
import io.metasched.simulation.experiment.FiveSystems;
import io.metasched.simulation.experiment.SystemEffort;
import io.metasched.simulation.experiment.SystemLoad;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.system.broker.experiment.BrokerBalance;
import io.metasched.simulation.system.broker.experiment.BrokerContention;
import io.metasched.simulation.system.broker.experiment.BrokerDelivery;
import io.metasched.simulation.system.broker.experiment.BrokerTable;
import io.metasched.simulation.system.cyclic.experiment.CyclicBsf;
import io.metasched.simulation.system.cyclic.experiment.CyclicCalibration;
import io.metasched.simulation.system.cyclic.experiment.CyclicConsistency;
import io.metasched.simulation.system.cyclic.experiment.CyclicOptimality;
import io.metasched.simulation.system.cyclic.experiment.CyclicOwnerPrice;
import io.metasched.simulation.system.cyclic.experiment.CyclicRescheduling;
import io.metasched.simulation.system.cyclic.experiment.CyclicSingleJob;
import io.metasched.simulation.system.cyclic.experiment.CyclicSubBatches;
import io.metasched.simulation.system.cyclic.experiment.CyclicUserPreferences;
import io.metasched.simulation.system.cyclic.experiment.CyclicWorkingTime;
import io.metasched.simulation.system.rectangles.experiment.RectanglesExperiment;
import io.metasched.simulation.system.replay.experiment.HierarchicalLocal;
import io.metasched.simulation.system.twolevel.experiment.HierarchicalBinding;
import io.metasched.simulation.system.twolevel.experiment.HierarchicalCauses;
import io.metasched.simulation.system.twolevel.experiment.HierarchicalCriteria;
import io.metasched.simulation.system.twolevel.experiment.HierarchicalIntervals;
import io.metasched.simulation.system.twolevel.experiment.HierarchicalPareto;
import io.metasched.simulation.system.twolevel.experiment.HierarchicalPeriod;
import io.metasched.simulation.system.twolevel.experiment.HierarchicalShare;
import io.metasched.simulation.system.twolevel.experiment.HierarchicalSlots;
import io.metasched.simulation.system.twolevel.experiment.HierarchicalStatic;
import io.metasched.simulation.system.twolevel.experiment.HierarchicalStrategies;
import io.metasched.simulation.system.twolevel.experiment.HierarchicalTwoLevel;
import io.metasched.simulation.system.twolevel.experiment.HierarchicalWorkload;
import io.metasched.simulation.system.whatif.experiment.WhatIfCalibration;
import io.metasched.simulation.system.whatif.experiment.WhatIfDelay;
import io.metasched.simulation.system.whatif.experiment.WhatIfJobLimit;
import io.metasched.simulation.system.whatif.experiment.WhatIfLoad;
import io.metasched.simulation.system.whatif.experiment.WhatIfOtherLogs;
import io.metasched.simulation.system.whatif.experiment.WhatIfRanking;
import io.metasched.simulation.system.whatif.experiment.WhatIfSuccess;
import java.util.List;

/** Registry of the experiments, in the order of the papers. */
public final class Experiments {
  private static final List<Experiment> ALL =
      List.of(
          new CyclicSingleJob(),
          new CyclicWorkingTime(),
          new CyclicUserPreferences(),
          new CyclicSubBatches(),
          new CyclicOwnerPrice(),
          new CyclicBsf(),
          new CyclicConsistency(),
          new CyclicCalibration(),
          new CyclicOptimality(),
          new CyclicRescheduling(),
          new HierarchicalBinding(),
          new HierarchicalSlots(),
          new HierarchicalWorkload(),
          new HierarchicalLocal(),
          new HierarchicalTwoLevel(),
          new HierarchicalShare(),
          new HierarchicalPeriod(),
          new HierarchicalStatic(),
          new HierarchicalStrategies(),
          new HierarchicalIntervals(),
          new HierarchicalCriteria(),
          new HierarchicalCauses(),
          new HierarchicalPareto(),
          RectanglesExperiment.SIZE,
          RectanglesExperiment.LOAD,
          RectanglesExperiment.FLEXIBILITY,
          RectanglesExperiment.LOG,
          RectanglesExperiment.EXTENSIONS,
          new WhatIfSuccess(),
          new WhatIfDelay(),
          new WhatIfLoad(),
          new WhatIfJobLimit(),
          new WhatIfRanking(),
          new WhatIfOtherLogs(),
          new WhatIfCalibration(),
          new BrokerBalance(),
          new BrokerTable(),
          new BrokerDelivery(),
          new BrokerContention(),
          new FiveSystems(Translations.ALL),
          new SystemLoad(Translations.ALL),
          new SystemEffort(Translations.measured()));

  private Experiments() {}

  public static List<Experiment> all() {
    return ALL;
  }

  /**
   * Returns the experiment with the given name.
   *
   * @throws UsageException if there is none
   */
  public static Experiment named(String name) {
    var names = ALL.stream().map(experiment -> experiment.profile().name()).toList();
    return ALL.stream()
        .filter(experiment -> experiment.profile().name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "experiment: unknown experiment '%s'%s; known are %s"
                        .formatted(
                            name, SpellingHint.hint(name, names), String.join(", ", names))));
  }
}
