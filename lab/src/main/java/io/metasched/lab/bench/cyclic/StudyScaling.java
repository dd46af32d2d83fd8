package io.metasched.lab.bench.cyclic;

import static io.metasched.lab.bench.BenchColumn.column;

import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.BenchTable;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * Measurement of the scaling of studies: the replications of one experiment on threads of one JVM,
 * and on JVMs of one thread each, which must observe the same values.
 */
final class StudyScaling {
  static final String EXPERIMENT = "cyclic-consistency";

  private final BenchContext context;
  private final ClusterSettings settings;
  private final int replications;
  private final List<String> faults;

  /** Kinds of workers: threads of this JVM, or separate JVMs. */
  enum Worker {
    THREADS,
    JVMS;

    /** Returns the name in tables and files. */
    String label() {
      return this == THREADS ? "threads" : "JVMs";
    }
  }

  /** Number of workers of one kind. */
  record Setting(Worker worker, int count) {}

  /**
   * Measured study.
   *
   * @param firstSeconds time until the first replication was finished
   * @param wallSeconds total wall time, including the start and the end of JVMs
   */
  record Row(Setting setting, double firstSeconds, double wallSeconds, String digest) {}

  /**
   * Study, compared with others.
   *
   * @param speedUp speed-up over one thread
   * @param ofThreads speed-up divided by the speed-up of an equal number of threads
   */
  record Compared(Row row, double speedUp, double ofThreads) {}

  StudyScaling(
      BenchContext context, ClusterSettings settings, int replications, List<String> faults) {
    this.context = context;
    this.settings = settings;
    this.replications = replications;
    this.faults = faults;
  }

  /** Returns settings of threads and of JVMs for each count; one thread is the baseline. */
  static List<Setting> settings(List<Integer> counts) {
    var all = new ArrayList<Setting>();
    all.add(new Setting(Worker.THREADS, 1));
    for (int count : counts) {
      if (count > 1) {
        all.add(new Setting(Worker.THREADS, count));
        all.add(new Setting(Worker.JVMS, count));
      }
    }
    return all;
  }

  /**
   * Measures a study, and reports a fault if its observations differ from those of the baseline.
   */
  Row row(Setting setting, String expected) {
    boolean isThreads = setting.worker() == Worker.THREADS;
    long begun = System.nanoTime();
    var first = new long[] {begun};
    var digest =
        context.study(
            EXPERIMENT,
            replications,
            isThreads ? setting.count() : 1,
            isThreads ? 1 : setting.count(),
            settings,
            done -> {
              if (first[0] == begun && done > 0) {
                first[0] = System.nanoTime();
              }
            });
    long ended = System.nanoTime();
    if (!expected.isEmpty() && !digest.equals(expected)) {
      faults.add(
          "%s, %d %s: the observations differ from those on one thread: digest %s, not %s"
              .formatted(EXPERIMENT, setting.count(), setting.worker().label(), digest, expected));
    }
    return new Row(setting, (first[0] - begun) / 1e9, (ended - begun) / 1e9, digest);
  }

  /**
   * Compares each study with the study on one thread and with the study on an equal number of
   * threads.
   */
  static List<Compared> compared(List<Row> rows) {
    var compared = new ArrayList<Compared>();
    for (var row : rows) {
      double one = rows.get(0).wallSeconds();
      double threads =
          rows.stream()
              .filter(other -> other.setting().worker() == Worker.THREADS)
              .filter(other -> other.setting().count() == row.setting().count())
              .mapToDouble(Row::wallSeconds)
              .findFirst()
              .orElseThrow();
      compared.add(new Compared(row, one / row.wallSeconds(), threads / row.wallSeconds()));
    }
    return compared;
  }

  /** Returns the table of all studies. */
  static BenchTable<Compared> table(String title) {
    return BenchTable.of(
            "studies",
            title,
            column("worker", c -> c.row().setting().worker().label(), "workers"),
            column("count", c -> c.row().setting().count()),
            column("firstSeconds", 3, c -> c.row().firstSeconds(), "first result s", 2),
            column("wallSeconds", 3, c -> c.row().wallSeconds(), "wall s", 2),
            column("speedUp", 3, Compared::speedUp, "speed-up", 2),
            column("ofThreads", 3, Compared::ofThreads, "of as many threads", 2),
            column("digest", c -> c.row().digest().substring(0, 12)))
        .explain("worker", "`threads` or `JVMs`")
        .explain("firstSeconds", "until the first replication is done")
        .explain("ofThreads", "speed-up divided by the speed-up of as many threads");
  }

  /** Measures studies with the given numbers of workers, and adds the rows to a bench. */
  void measure(List<Integer> counts, BenchRun run) {
    var rows = new ArrayList<Row>();
    run.measure(
        "studies",
        settings(counts),
        setting -> {
          rows.add(row(setting, rows.isEmpty() ? "" : rows.get(0).digest()));
          return List.of();
        });
    var title = "Studies: %d replications of %s, handed out".formatted(replications, EXPERIMENT);
    run.add(table(title), compared(rows));
    run.note(
        "Use of each kind: studies for many runs that fit into one JVM each, because no messages"
            + " are needed while a replication runs; strong scaling to make one run faster, if a"
            + " step takes far longer than its messages; weak scaling for a run that does not fit"
            + " into the memory of one JVM.");
  }
}
