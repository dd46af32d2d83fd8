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
 * Where common jobs come from.
 *
 * @param label what rows call it
 * @param sites the processors
 * @param workloads the jobs, by seeds
 * @param notes what to know about a log
 */
public record CommonSource(
    String label,
    CommonSites sites,
    Function<Seeds, CommonWorkload> workloads,
    List<String> notes) {
  private static final double MOST_ESTIMATE_FACTOR = 3;

  /** Copies the notes. */
  public CommonSource {
    notes = List.copyOf(notes);
  }

  /**
   * Windows of a log, which is read here, once.
   *
   * @param options what is taken from it, as far as the sites do not decide it
   * @throws io.metasched.simulation.workload.trace.TraceException when it cannot be used
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
   * Jobs of the Lublin-Feitelson model that ask for a share of the processors.
   *
   * @param load that share, above 0
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
