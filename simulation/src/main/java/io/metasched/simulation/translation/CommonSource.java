package io.metasched.simulation.translation;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.Logs;
import io.metasched.simulation.workload.TraceWorkload;
import io.metasched.simulation.workload.lublin.GeneratedJob;
import io.metasched.simulation.workload.lublin.LublinSetting;
import io.metasched.simulation.workload.lublin.LublinWorkload;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Source of common jobs.
 *
 * @param label name in rows
 * @param sites processors
 * @param workloads jobs, by seeds
 * @param notes remarks on a log
 */
public record CommonSource(
    String label,
    CommonSites sites,
    Function<Seeds, CommonWorkload> workloads,
    List<String> notes) {
  private static final double MOST_ESTIMATE_FACTOR = 3;

  public CommonSource {
    notes = List.copyOf(notes);
  }

  /**
   * Creates a source of windows of a log, which is read once by this method.
   *
   * @param options options for the log, except for those determined by the sites
   * @throws io.metasched.simulation.workload.trace.TraceException if the log cannot be used
   */
  public static CommonSource log(
      String label, Path log, TraceOptions options, CommonSites sites, WorkloadDraw draw) {
    var trace = Logs.read(log, options.withProcessors(sites.processors()));
    return new CommonSource(
        label,
        sites,
        seeds -> draw.of(trace.jobs(), options, sites, seeds),
        TraceWorkload.changes(trace, "all sites"));
  }

  /**
   * Creates a source of jobs of the Lublin-Feitelson model with a given load.
   *
   * @param load requested share of the processors, above 0
   */
  public static CommonSource model(
      String label, double load, CommonSites sites, WorkloadDraw draw) {
    var laws = LublinSetting.DEFAULT.laws(sites.processors());
    var model = new LublinWorkload(draw.jobs(), laws);
    return new CommonSource(
        label,
        sites,
        seeds -> {
          var drawn = model.generate(seeds).stream().map(GeneratedJob::logged).toList();
          return draw.of(
              WorkloadDraw.withLoad(drawn, sites, load, MOST_ESTIMATE_FACTOR, seeds),
              TraceOptions.defaults(),
              sites,
              seeds);
        },
        List.of());
  }
}
