package io.metasched.lab.bench.cyclic;

import static io.metasched.lab.bench.BenchColumn.column;

import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Driver;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Breakdown of the measured time of a run over several JVMs, which explains its scaling.
 *
 * @param compared the run, compared with the run on the fewest JVMs
 */
record ScalingParts(ScalingComparison compared) {
  private static final double MOST_OF = 0.5;
  private static final double FULL = 0.8;
  private static final double MICRO = 1e6;

  /** Returns the runs over several JVMs. */
  static List<ScalingParts> of(List<ScalingComparison> all) {
    return all.stream()
        .filter(one -> one.row().setting().driver() == Driver.CLUSTER)
        .map(ScalingParts::new)
        .toList();
  }

  private ScalingRow row() {
    return compared.row();
  }

  /**
   * Returns the processor time of the busiest process as a share of the wall time, which more JVMs
   * do not shorten.
   */
  private double busiestShare() {
    return row().busiestSeconds() / row().wallSeconds();
  }

  private double waitShare() {
    return Math.min(1, row().waitSeconds() / row().wallSeconds()); // several wait at a time
  }

  /** Returns the additional processor time in comparison with the fewest JVMs for equal work. */
  private double moreSeconds() {
    return row().processorSeconds() - compared.workRatio() * compared.first().processorSeconds();
  }

  /** Returns the processor time of a message on both sides: serialisation and sending. */
  private OptionalDouble microsAMessage() {
    long messages = row().messages() - compared.first().messages();
    return messages > 0 && moreSeconds() > 0
        ? OptionalDouble.of(MICRO * moreSeconds() / messages)
        : OptionalDouble.empty();
  }

  private double busyCores() {
    return row().processorSeconds() / row().wallSeconds();
  }

  /** Returns the table of all runs over several JVMs. */
  static BenchTable<ScalingParts> table(String kind, String title) {
    return BenchTable.of(
            kind + "Parts",
            title + ": parts of the time",
            column("jvms", p -> p.row().setting().jvms(), "JVMs"),
            column("nodes", p -> p.row().setting().work().nodes()),
            column("domains", p -> p.row().setting().work().domains()),
            column("wallSeconds", 3, p -> p.row().wallSeconds(), "wall s", 2),
            column("busiestSeconds", 3, p -> p.row().busiestSeconds(), "CPU s of the busiest", 2),
            column("busiestShare", 3, ScalingParts::busiestShare, "of the wall", 2),
            column("waitSeconds", 3, p -> p.row().waitSeconds(), "waits s, at most", 2),
            column("waitShare", 3, ScalingParts::waitShare, "of the wall", 2),
            column("moreProcessorSeconds", 3, ScalingParts::moreSeconds, "CPU s more", 2),
            column("microsAMessage", 1, ScalingParts::microsAMessage, "us a message", 0),
            column("bytesAMessage", 0, p -> p.bytesAMessage(), "bytes a message", 0),
            column("busyCores", 2, ScalingParts::busyCores, "busy cores", 2),
            column("startSeconds", 2, p -> p.row().startSeconds(), "start s", 1))
        .explain("busiestSeconds", "processor time of the busiest process")
        .explain("busiestShare", "of the wall time")
        .explain("waitSeconds", "`rounds` times the median round trip")
        .explain("waitShare", "of the wall time, at most 1")
        .explain("moreProcessorSeconds", "more than on the fewest JVMs, for equal work")
        .explain("microsAMessage", "additional processor time for each message")
        .explain("busyCores", "processor time of all processes / wall time");
  }

  private double bytesAMessage() {
    return (double) row().bytes() / Math.max(1, row().messages());
  }

  /** Returns the sentences about the runs with the most JVMs, one for each work. */
  static List<String> sentences(List<ScalingParts> all, int cores) {
    return all.stream()
        .map(ScalingParts::compared)
        .map(ScalingComparison::work)
        .distinct()
        .map(
            work ->
                all.stream()
                    .filter(parts -> parts.compared().work().equals(work))
                    .max(Comparator.comparingInt(parts -> parts.row().setting().jvms()))
                    .orElseThrow())
        .map(parts -> parts.sentence(cores))
        .toList();
  }

  private String sentence(int cores) {
    var row = row();
    return String.format(
        Locale.ROOT,
        "%s: %d JVMs do %.2f times as much work a second, because %s. Of %.2f s, the busiest"
            + " process computed %.2f s (%.0f %%), which more JVMs do not shorten; waits for"
            + " answers took at most %.2f s (%.0f %%), %,d round trips of %.2f ms. All processes"
            + " together computed %.2f s, %.2f s more than the fewest JVMs for equal work%s, and"
            + " kept %.1f of %d cores busy. These times exclude the start of the JVMs, which took"
            + " %.1f s.",
        compared.work(),
        row.setting().jvms(),
        compared.speedUp().orElse(Double.NaN),
        limit(cores),
        row.wallSeconds(),
        row.busiestSeconds(),
        100 * busiestShare(),
        row.waitSeconds(),
        100 * waitShare(),
        row.rounds(),
        row.searches().map(ScalingRow.Searches::roundP50).orElse(0.0),
        row.processorSeconds(),
        moreSeconds(),
        microsAMessage().isPresent()
            ? String.format(
                Locale.ROOT,
                " (%.0f us for each message of %.0f bytes, sent and serialised)",
                microsAMessage().getAsDouble(),
                bytesAMessage())
            : "",
        busyCores(),
        cores,
        row.startSeconds());
  }

  /** Returns a text about the dominant part of the time. */
  private String limit(int cores) {
    if (busyCores() >= FULL * cores) {
      return "all cores of the machine were busy";
    }
    if (busiestShare() >= MOST_OF && busiestShare() >= waitShare()) {
      return "one process computed most of the time";
    }
    return waitShare() >= MOST_OF
        ? "processes waited for answers most of the time"
        : "no part takes most of the time";
  }
}
