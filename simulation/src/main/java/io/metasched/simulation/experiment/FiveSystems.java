package io.metasched.simulation.experiment;

import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.translation.CommonMetric;
import io.metasched.simulation.translation.CommonSites;
import io.metasched.simulation.translation.CommonSource;
import io.metasched.simulation.translation.Translation;
import io.metasched.simulation.workload.trace.IdRange;
import java.util.ArrayList;
import java.util.List;

/**
 * The five systems, and queues as yardsticks, by all their policies on the same jobs for the same
 * processors: windows of four logs. A replication is one window of each log with one draw of the
 * jobs that need a time of their own.
 */
public final class FiveSystems extends SystemComparison {
  private static final List<CommonMetric> CHARTS =
      List.of(
          CommonMetric.PLACED,
          CommonMetric.TIME_KEPT,
          CommonMetric.WAIT_MEAN,
          CommonMetric.SLOWDOWN_MEDIAN,
          CommonMetric.UTILISATION,
          CommonMetric.COST);

  private enum Log {
    SDSC_SP2("sdsc-sp2", "SDSC-SP2-1998-4.2-cln.swf.gz", 2, 64),
    HPC2N("hpc2n", "HPC2N-2002-2.2-cln.swf.gz", 4, 60),
    SDSC_BLUE("sdsc-blue", "SDSC-BLUE-2000-4.2-cln.swf.gz", 4, 288),
    LANL_CM5("lanl-cm5", "LANL-CM5-1994-4.1-cln.swf.gz", 2, 512);

    private final String label;
    private final String file;
    private final int sites;
    private final int processors;

    Log(String label, String file, int sites, int processors) {
      this.label = label;
      this.file = file;
      this.sites = sites;
      this.processors = processors;
    }

    private static List<String> labels() {
      var labels = new ArrayList<String>();
      for (var log : values()) {
        labels.add(log.label);
      }
      return labels;
    }
  }

  /** The experiment over these systems. */
  public FiveSystems(List<Translation<?>> translations) {
    super(translations, Log.labels());
  }

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "five-systems",
        "All systems by all their policies on the same jobs of four logs.",
        "beyond the papers",
        20,
        22,
        false);
  }

  @Override
  public List<String> logs() {
    var files = new ArrayList<String>();
    for (var log : Log.values()) {
      files.add(log.file);
    }
    return files;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var sources = new ArrayList<CommonSource>();
    for (var log : Log.values()) {
      var sites = CommonSites.of(log.sites, log.processors, PRICE_SPREAD_MILLI);
      sources.add(
          CommonSource.log(log.label, context.logs().apply(log.file), IdRange.ALL, sites, DRAW));
    }
    return points().replicable(sources, "five-systems");
  }

  @Override
  public List<Figure> figures() {
    return points().bars(CHARTS);
  }
}
