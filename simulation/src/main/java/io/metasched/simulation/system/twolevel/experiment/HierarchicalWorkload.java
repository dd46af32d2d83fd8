package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Experiment on the properties of the jobs, independent of any scheduler.
 *
 * <p>Source: the hierarchical reservation paper, section 5.2, table 4, and section 2.1, figure 2,
 * on the whole log. The paper does not state the classes of the figure; here the classes are ten
 * minutes each, over a day. The log's reader takes the run time as the limit of a job without a
 * limit. There are no random numbers: two replications are equal, and confidence intervals have
 * zero width.
 */
public final class HierarchicalWorkload implements Experiment {
  private static final int LARGE = 64;
  private static final double TICKS = TraceJob.TICKS_PER_SECOND;
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long CLASS = 10 * MINUTE;
  private static final int CLASSES = 144;
  private static final Sp2Jobs ALL =
      new Sp2Jobs("log", new IdRange(1, Integer.MAX_VALUE), Sp2Jobs.LOGS);

  /** Row of the differences between the sets, as a share of the first set. */
  private static final String CHANGE = "change";

  private static final List<String> COMPARED =
      List.of("run", "processors", "requested", "interArrival");

  /** Columns of table 4, then columns from its text. */
  private static final List<String> TABLE =
      List.of("run", "processors", "mode", "modeCount", "requested", "interArrival");

  private static final List<String> TEXT =
      List.of("single", "large", "largeRun", "largeRequested", "twice");
  private static final List<String> FIGURE = List.of("noLimit", "hasty", "patient", "peaks");

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("hierarchical-workload");
  }

  @Override
  public List<String> logs() {
    return Sp2Jobs.LOGS;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var set : Sp2Jobs.SETS) {
      TABLE.forEach(column -> measures.add(Measure.of(profile(), set.label(), column)));
      TEXT.forEach(column -> measures.add(Measure.ours(set.label(), column)));
    }
    COMPARED.forEach(column -> measures.add(Measure.ours(CHANGE, column)));
    FIGURE.forEach(column -> measures.add(Measure.ours(ALL.label(), column)));
    measures.add(Measure.ours(ALL.label(), "twice"));
    return measures;
  }

  @Override
  public List<String> policies() {
    return Sp2Jobs.SETS.stream().map(Sp2Jobs::label).toList();
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var sets = Sp2Jobs.SETS.stream().map(set -> set.asLogged(context)).toList();
    var log = ALL.asLogged(context);
    return (replication, observations) -> {
      var first = observeSet(Sp2Jobs.FIRST.label(), sets.get(0), observations);
      var later = observeSet(Sp2Jobs.LATER.label(), sets.get(1), observations);
      for (int i = 0; i < COMPARED.size(); i++) {
        double change = Math.abs(later.get(i) / first.get(i) - 1);
        observations.put(CHANGE, COMPARED.get(i), change);
      }
      observeLog(log, observations);
    };
  }

  /** Records a set and returns the values to be compared. */
  private static List<Double> observeSet(String row, List<TraceJob> jobs, Observations to) {
    var large = jobs.stream().filter(job -> job.processors() == LARGE).toList();
    var sizes =
        jobs.stream()
            .collect(
                Collectors.groupingBy(TraceJob::processors, TreeMap::new, Collectors.counting()));
    var mode = sizes.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    long span = jobs.get(jobs.size() - 1).submitTicks() - jobs.get(0).submitTicks();
    var means =
        List.of(
            mean(jobs, job -> job.loggedRunTicks() / TICKS),
            mean(jobs, TraceJob::processors),
            mean(jobs, job -> job.estimateTicks() / TICKS),
            span / TICKS / (jobs.size() - 1));
    for (int i = 0; i < COMPARED.size(); i++) {
      to.put(row, COMPARED.get(i), means.get(i));
    }
    to.put(row, "mode", mode.getKey());
    to.put(row, "modeCount", mode.getValue());
    to.put(row, "single", share(jobs, job -> job.processors() == 1));
    to.put(row, "large", share(jobs, job -> job.processors() == LARGE));
    to.put(row, "largeRun", mean(large, job -> job.loggedRunTicks() / TICKS));
    to.put(row, "largeRequested", mean(large, job -> job.estimateTicks() / TICKS));
    to.put(row, "twice", share(jobs, HierarchicalWorkload::isLimitTwice));
    return means;
  }

  private static boolean isLimitTwice(TraceJob job) {
    return job.estimateTicks() >= 2 * job.loggedRunTicks();
  }

  private static void observeLog(List<TraceJob> jobs, Observations to) {
    var row = ALL.label();
    var medians =
        jobs.stream()
            .collect(Collectors.groupingBy(TraceJob::user, TreeMap::new, Collectors.toList()))
            .values()
            .stream()
            .map(HierarchicalWorkload::medianWait)
            .toList();
    var waits = new int[CLASSES];
    for (var job : jobs) {
      if (job.waitTicks() >= 0 && job.waitTicks() < CLASS * CLASSES) {
        waits[(int) (job.waitTicks() / CLASS)]++;
      }
    }
    to.put(row, "noLimit", share(jobs, job -> job.estimateTicks() == job.loggedRunTicks()));
    to.put(row, "twice", share(jobs, HierarchicalWorkload::isLimitTwice));
    to.put(row, "hasty", share(medians, median -> median < MINUTE));
    to.put(row, "patient", share(medians, median -> median >= HOUR));
    to.put(row, "peaks", peaks(waits));
  }

  private static long medianWait(List<TraceJob> jobs) {
    return jobs.stream().map(TraceJob::waitTicks).sorted().toList().get(jobs.size() / 2);
  }

  /** Returns the number of classes with more jobs than both of their neighbours. */
  static int peaks(int[] counts) {
    int peaks = 0;
    for (int i = 0; i < counts.length; i++) {
      boolean isAboveLast = i == 0 || counts[i] > counts[i - 1];
      boolean isAboveNext = i == counts.length - 1 || counts[i] > counts[i + 1];
      peaks += isAboveLast && isAboveNext ? 1 : 0;
    }
    return peaks;
  }

  private static double mean(List<TraceJob> jobs, ToDoubleFunction<TraceJob> value) {
    return jobs.stream().mapToDouble(value).average().orElseThrow();
  }

  private static <T> double share(List<T> all, Predicate<T> which) {
    return (double) all.stream().filter(which).count() / all.size();
  }

  @Override
  public List<Figure> figures() {
    return List.of(figure("Share of jobs of one processor", "single"), figure("Of 64", "large"));
  }

  private static Figure figure(String title, String column) {
    var points =
        Sp2Jobs.SETS.stream()
            .map(set -> new Point(set.label(), new Series(set.label(), column)))
            .toList();
    return new Figure(title, "set", "share", Kind.BARS, List.of(new Curve(column, points)));
  }
}
