package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.search.CommonStats;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.search.WindowSearch;
import io.metasched.resource.search.WindowSearches;
import io.metasched.simulation.study.ComparedCells;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.PowerLaw;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Replication;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.cyclic.model.Scenario;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Experiment on the time of the window searches by the number of nodes and the length of the
 * scheduling interval, and on its growth exponents. Times are milliseconds of processor time.
 *
 * <p>Source: the cyclic scheduling paper, section 6.1, figure 6. The paper used a different
 * machine, so only order and growth are comparable. CSA is repeated from the head of the list, as
 * published; the columns "in one sweep" find the same windows. exact.CSA resumes at the last start,
 * as planners do. All windows found are checked, outside the timing.
 */
public final class CyclicWorkingTime implements Experiment {
  private static final List<Integer> NODES = List.of(50, 100, 200, 300, 400);
  private static final List<Integer> INTERVALS = List.of(600, 1200, 1800, 2400, 3000, 3600);
  private static final int USUAL_NODES = 100;
  private static final int USUAL_INTERVAL = 600;

  private static final String CSA = "CSA";
  private static final String PER_ALTERNATIVE = "CSA per alternative";
  private static final String ONE_SWEEP = "CSA in one sweep";
  private static final String SLOTS = "slots";
  private static final String ALTERNATIVES = "alternatives";
  private static final String IN_SLOTS = "exponent in slots";
  private static final String IN_NODES = "exponent in nodes";
  private static final String IN_INTERVAL = "exponent in interval";

  /** Criteria by which the best of the windows of CSA are observed. */
  private static final List<Criterion> BEST =
      List.of(Criterion.RUNTIME, Criterion.FINISH, Criterion.COST, Criterion.PROC_TIME);

  /** Strategies that examine every step of the scheme and keep its whole expanded window. */
  private static final List<String> FULL_SCHEME = List.of("MinFinish", "MinCost", "MinRunTime");

  /**
   * Minimum time for which a search is repeated, so that the resolution of the clock does not
   * matter.
   */
  private static final long LEAST_NANOS = 200_000;

  /** Number of measurements, of which the shortest counts: other programs can only add time. */
  private static final int MEASUREMENTS = 3;

  private static final int MOST_REPEATS = 1000;
  private static final int WARM_UP_ROUNDS = 4;

  /** Search for the windows of one job. */
  private record Search(String column, Function<SingleJob, List<Window>> find) {}

  private static final List<Search> SEARCHES = searches();

  private static List<Search> searches() {
    var published = SearchFamily.published();
    var exact = SearchFamily.exact(WindowSearches.DEFAULT_STEP_LIMIT);
    var searches = new ArrayList<Search>();
    addSingle(searches, "", published);
    var firstFit = published.by(Criterion.START);
    searches.add(
        new Search(CSA, job -> CommonStats.repeated(firstFit, job.slots(), job.request())));
    searches.add(new Search(ONE_SWEEP, job -> job.findAll(published)));
    addSingle(searches, EXACT, exact);
    searches.add(new Search(EXACT + CSA, job -> resumed(exact.by(Criterion.START), job)));
    searches.add(new Search(EXACT + ONE_SWEEP, job -> job.findAll(exact)));
    return List.copyOf(searches);
  }

  private static void addSingle(List<Search> searches, String prefix, SearchFamily family) {
    CyclicSingleJob.criteria()
        .forEach(
            (name, criterion) -> {
              var search = family.by(criterion);
              searches.add(new Search(prefix + name, job -> job.find(search)));
            });
  }

  /** Returns all windows of the exact search for the earliest start, as planners gather them. */
  private static List<Window> resumed(WindowSearch search, SingleJob job) {
    var left = job.slots().copy();
    var found = new ArrayList<Window>();
    var next = search.find(left, job.request()).window();
    while (next.isPresent()) {
      var window = next.get();
      found.add(window);
      left.subtract(window);
      next = search.find(left, job.request().notBefore(window.start())).window();
    }
    return found;
  }

  /** Size of an environment: a row of the table. */
  private record Size(String row, int nodes, int interval) {}

  private static final List<Size> BY_NODES =
      NODES.stream().map(count -> new Size("nodes=" + count, count, USUAL_INTERVAL)).toList();
  private static final List<Size> BY_INTERVAL =
      INTERVALS.stream()
          .map(length -> new Size("interval=" + length, USUAL_NODES, length))
          .toList();

  private static List<Size> sizes() {
    return Stream.concat(BY_NODES.stream(), BY_INTERVAL.stream()).toList();
  }

  /** Returns the columns with times, published searches first. */
  private static List<String> columns() {
    var columns = new ArrayList<String>();
    for (var search : SEARCHES) {
      columns.add(search.column());
      if (search.column().endsWith(CSA)) {
        columns.add(search.column().replace(CSA, PER_ALTERNATIVE));
      }
    }
    return columns;
  }

  private static List<String> published() {
    return SEARCHES.stream()
        .map(Search::column)
        .filter(column -> !column.startsWith(EXACT) && !column.endsWith(ONE_SWEEP))
        .toList();
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("cyclic-working-time");
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var size : sizes()) {
      columns().forEach(column -> measures.add(time(size.row(), column)));
      measures.add(Measure.ours(size.row(), SLOTS));
      measures.add(
          size.interval() == 3600
              ? Measure.ordered(size.row(), ALTERNATIVES, 400)
              : Measure.ours(size.row(), ALTERNATIVES));
      measures.add(Measure.ours(size.row(), EXACT + ALTERNATIVES));
      BEST.forEach(criterion -> measures.add(Measure.ours(size.row(), bestOfCsa(criterion))));
    }
    for (var column : columns()) {
      measures.add(
          published().contains(column)
              ? Measure.ordered(IN_SLOTS, column, 1)
              : Measure.ours(IN_SLOTS, column));
      measures.add(
          FULL_SCHEME.contains(column)
              ? Measure.ordered(IN_NODES, column, 2)
              : Measure.ours(IN_NODES, column));
      measures.add(
          published().contains(column)
              ? Measure.ordered(IN_INTERVAL, column, 1)
              : Measure.ours(IN_INTERVAL, column));
    }
    return measures;
  }

  private static String bestOfCsa(Criterion criterion) {
    return "best " + criterion.label();
  }

  /**
   * Returns the cell of a time. The text of the paper states two times: almost 3 and about 2.5
   * seconds.
   */
  private static Measure time(String row, String column) {
    if (column.equals(CSA) && row.equals("nodes=400")) {
      return Measure.ordered(row, column, 3000);
    }
    return column.equals(CSA) && row.equals("interval=3600")
        ? Measure.ordered(row, column, 2500)
        : Measure.ours(row, column);
  }

  /** Environment of a given size that can be generated. */
  private record Place(Size size, Scenario scenario) {}

  @Override
  public List<String> policies() {
    return published();
  }

  /**
   * Compares the columns, which are the searches; the exact searches are compared among themselves.
   */
  @Override
  public List<ComparedCells> compared() {
    var exact = published().stream().map(search -> EXACT + search).toList();
    return Stream.of(policies(), exact)
        .flatMap(searches -> ComparedCells.byColumns(searches, measures(), "ms").stream())
        .toList();
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var places = sizes().stream().map(size -> place(size, context)).toList();
    var isWarm = new AtomicBoolean();
    return (replication, observations) -> {
      if (isWarm.compareAndSet(false, true)) {
        warmUp(places, context.processorClock());
      }
      replicate(places, replication, observations, context.processorClock());
    };
  }

  private static void warmUp(List<Place> places, LongSupplier clock) {
    for (int round = 1; round <= WARM_UP_ROUNDS; round++) {
      for (var place : places) {
        var job = SingleJob.of(place.scenario(), new Replication(0, -round));
        SEARCHES.forEach(search -> millis(search, job, clock));
      }
    }
  }

  private static Place place(Size size, ExperimentContext context) {
    var text =
        BatchCycle.with(
            context.environment(ScenarioReader.SCHEMA, "cyclic-single-job"),
            "nodes.count=" + size.nodes(),
            "time.horizon=" + size.interval(),
            "time.period=" + size.interval());
    return new Place(size, BatchCycle.scenario(text));
  }

  private static void replicate(
      List<Place> places, Replication replication, Observations to, LongSupplier clock) {
    int columns = columns().size();
    var millis = new double[columns][places.size()];
    var slots = new double[places.size()];
    for (int p = 0; p < places.size(); p++) {
      var row = places.get(p).size().row();
      var job = SingleJob.of(places.get(p).scenario(), replication);
      slots[p] = job.slots().size();
      to.put(row, SLOTS, slots[p]);
      int c = 0;
      for (var search : SEARCHES) {
        double time = millis(search, job, clock);
        millis[c++][p] = time;
        to.put(row, search.column(), time);
        var found = search.find().apply(job);
        job.check(found, replication, to);
        if (search.column().endsWith(CSA)) {
          to.put(row, search.column().replace(CSA, ALTERNATIVES), found.size());
          if (search.column().equals(CSA)) {
            BEST.forEach(criterion -> putBest(row, criterion, found, to));
          }
          millis[c++][p] = time / Math.max(1, found.size());
          to.put(row, search.column().replace(CSA, PER_ALTERNATIVE), millis[c - 1][p]);
        }
      }
    }
    double[] nodes = places.stream().mapToDouble(place -> place.size().nodes()).toArray();
    double[] intervals = places.stream().mapToDouble(place -> place.size().interval()).toArray();
    int split = BY_NODES.size();
    int c = 0;
    for (var column : columns()) {
      to.put(IN_NODES, column, fit(nodes, millis[c], 0, split));
      to.put(IN_INTERVAL, column, fit(intervals, millis[c], split, slots.length));
      to.put(IN_SLOTS, column, fit(slots, millis[c++], split, slots.length));
    }
  }

  private static void putBest(
      String row, Criterion criterion, List<Window> found, Observations to) {
    CommonStats.best(found, criterion)
        .ifPresent(
            best ->
                to.put(row, bestOfCsa(criterion), (double) best.value(criterion) / Ticks.PER_UNIT));
  }

  private static double fit(double[] x, double[] y, int from, int to) {
    return PowerLaw.exponent(Arrays.copyOfRange(x, from, to), Arrays.copyOfRange(y, from, to));
  }

  private static double millis(Search search, SingleJob job, LongSupplier clock) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < MEASUREMENTS; i++) {
      least = Math.min(least, meanMillis(search, job, clock));
    }
    return least;
  }

  /** Returns the mean time of a search, over as many repetitions as are needed to measure it. */
  private static double meanMillis(Search search, SingleJob job, LongSupplier clock) {
    long begun = clock.getAsLong();
    long elapsed = 0;
    int repeats = 0;
    // the clock is read rarely, because reading it also takes time
    for (int batch = 1; elapsed < LEAST_NANOS && repeats < MOST_REPEATS; batch *= 2) {
      for (int i = 0; i < batch; i++) {
        var unused = search.find().apply(job);
      }
      repeats += batch;
      elapsed = clock.getAsLong() - begun;
    }
    return elapsed / 1e6 / repeats;
  }

  @Override
  public List<Figure> figures() {
    var figures = new ArrayList<Figure>();
    for (var prefix : List.of("", EXACT)) {
      var whose = prefix.isEmpty() ? "published" : "exact";
      figures.add(figure("nodes", "6a", whose, prefix, BY_NODES, Size::nodes));
      figures.add(figure("interval", "6b", whose, prefix, BY_INTERVAL, Size::interval));
    }
    return figures;
  }

  private static Figure figure(
      String x,
      String number,
      String whose,
      String prefix,
      List<Size> sizes,
      Function<Size, Integer> value) {
    var curves = new ArrayList<Curve>();
    for (var column : columns()) {
      if (column.startsWith(EXACT) != prefix.isEmpty()) {
        var points =
            sizes.stream()
                .map(size -> new Point("" + value.apply(size), new Series(size.row(), column)))
                .toList();
        curves.add(new Curve(column.substring(prefix.length()), points));
      }
    }
    var title = "Working time of the %s searches by %s (figure %s)".formatted(whose, x, number);
    return new Figure(title, x, "ms per search", Kind.GROWTH, curves);
  }
}
