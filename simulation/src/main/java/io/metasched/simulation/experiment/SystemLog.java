package io.metasched.simulation.experiment;

import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.translation.CommonSites;
import io.metasched.simulation.translation.CommonSource;
import io.metasched.simulation.translation.WorkloadDraw;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.ArrayList;
import java.util.List;

/** Logs whose windows all systems receive, and the sites that model their machines. */
enum SystemLog {
  SDSC_SP2("sdsc-sp2", "SDSC-SP2-1998-4.2-cln.swf.gz", 2, 64),
  HPC2N("hpc2n", "HPC2N-2002-2.2-cln.swf.gz", 4, 60),
  SDSC_BLUE("sdsc-blue", "SDSC-BLUE-2000-4.2-cln.swf.gz", 4, 288),
  LANL_CM5("lanl-cm5", "LANL-CM5-1994-4.1-cln.swf.gz", 2, 512);

  private final String label;
  private final String file;
  private final int sites;
  private final int processors;

  SystemLog(String label, String file, int sites, int processors) {
    this.label = label;
    this.file = file;
    this.sites = sites;
    this.processors = processors;
  }

  /** Returns the names of the logs in rows. */
  static List<String> labels() {
    var labels = new ArrayList<String>();
    for (var log : values()) {
      labels.add(log.label);
    }
    return labels;
  }

  /** Returns the file names of the logs. */
  static List<String> files() {
    var files = new ArrayList<String>();
    for (var log : values()) {
      files.add(log.file);
    }
    return files;
  }

  /** Reads each log once and returns the windows of all of them. */
  static List<CommonSource> sources(ExperimentContext context, WorkloadDraw draw) {
    var sources = new ArrayList<CommonSource>();
    for (var log : values()) {
      var all = CommonSites.of(log.sites, log.processors, SystemComparison.PRICE_SPREAD_MILLI);
      sources.add(
          CommonSource.log(
              log.label, context.logs().apply(log.file), TraceOptions.defaults(), all, draw));
    }
    return sources;
  }
}
