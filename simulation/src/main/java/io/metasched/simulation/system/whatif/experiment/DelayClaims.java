package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Paired;
import io.metasched.simulation.study.Series;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/** What the paper says of the delays of jobs. */
final class DelayClaims {
  private static final double EQUAL = 0.15;
  private static final double MOST_GROWTH = 8;

  private final WindowCells cells;
  private final ObservedValues measured;

  DelayClaims(WindowCells cells, ObservedValues measured) {
    this.cells = cells;
    this.measured = measured;
  }

  List<Claim> all() {
    return List.of(
        allGranted(),
        lessAdded(0),
        lessAdded(2),
        lessAdded(4),
        fewerDelayed(),
        new Paired(measured)
            .nearShare(
                cell(24, Methods.WHAT_IF, Quantity.ADDED),
                cell(24, Methods.LOAD, Quantity.ADDED),
                EQUAL)
            .claim(
                "methods-equal-at-24h",
                "At a book-ahead time of 24 hours the added waits differ by at most 15 %."),
        growsAtMost());
  }

  private Series cell(int leadHours, String method, Quantity quantity) {
    var point =
        cells.points().stream().filter(p -> p.leadHours() == leadHours).findFirst().orElseThrow();
    return cells.cell(point, method, quantity);
  }

  private void forEachRun(BiConsumer<WindowPoint, String> run) {
    cells.points().forEach(p -> Methods.PAPER.forEach(method -> run.accept(p, method)));
  }

  /** All requests of all draws. */
  private Claim allGranted() {
    double[] least = {100};
    String[] where = {""};
    forEachRun(
        (point, method) -> {
          var cell = cells.cell(point, method, Quantity.SUCCESS);
          double lowest =
              Arrays.stream(measured.values(cell.row(), cell.column())).min().orElse(100);
          if (!(lowest >= least[0])) {
            least[0] = lowest;
            where[0] = ", in a draw of " + cell.row();
          }
        });
    return new Claim(
        "all-granted-at-30h-window",
        "In windows of 30 hours all requests are granted.",
        least[0] == 100,
        String.format(Locale.ROOT, "at least %.1f %% are%s", least[0], where[0]));
  }

  private Claim lessAdded(int leadHours) {
    return new Paired(measured)
        .less(
            cell(leadHours, Methods.WHAT_IF, Quantity.ADDED),
            cell(leadHours, Methods.LOAD, Quantity.ADDED))
        .claim(
            "less-added-wait-at-%dh".formatted(leadHours),
            "At a book-ahead time of %d hours what-if adds less wait than load."
                .formatted(leadHours));
  }

  private Claim fewerDelayed() {
    var paired = new Paired(measured);
    for (int lead : List.of(0, 2, 4)) {
      paired.less(
          cell(lead, Methods.WHAT_IF, Quantity.DELAYED),
          cell(lead, Methods.LOAD, Quantity.DELAYED));
    }
    return paired.claim(
        "fewer-delayed-up-to-4h",
        "At book-ahead times of 0, 2 and 4 hours what-if delays fewer jobs than load.");
  }

  /** By the upper ends of the intervals. */
  private Claim growsAtMost() {
    double[] most = {Double.NEGATIVE_INFINITY};
    String[] where = {""};
    forEachRun(
        (point, method) -> {
          var cell = cells.cell(point, method, Quantity.GROWTH);
          var growth = measured.estimate(cell.row(), cell.column());
          if (!(growth.most() <= most[0])) {
            most[0] = growth.most();
            where[0] =
                String.format(
                    Locale.ROOT, "%.2f +- %.2f %%, %s", growth.mean(), growth.ci95(), cell.row());
          }
        });
    return new Claim(
        "makespan-grows-at-most-8-percent",
        "Reservations lengthen the makespan by at most 8 %.",
        most[0] <= MOST_GROWTH,
        "the most is " + where[0]);
  }
}
