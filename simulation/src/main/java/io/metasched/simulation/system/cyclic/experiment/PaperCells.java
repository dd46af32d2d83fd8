package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.cyclic.experiment.PaperCell.Part;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Cells over which the distance from the cyclic scheduling paper is computed.
 *
 * <p>The numbers of tables 1 to 3 come from the experiments that reproduce the tables. Shares that
 * may be 0 or negative (failures and the advantage) count as 1 minus the share. Two rows contradict
 * themselves. In row finish of table 1, start and runtime do not add up to finish; in row c = 2 of
 * table 2, neither time nor utilisation gives the profit. Their cells are intervals from the
 * printed value to the value that follows from the other cells.
 *
 * <p>Figures 7 to 9 are published without numbers, so the sentences about them count, by the
 * deviation of the cells from the sentences. Sentences about the number k of sub-batches are over
 * the cycles in which every k succeeds. Sentences about BSF are over the cycles in which every
 * number of first jobs succeeds. Failures are a mean over all k.
 */
final class PaperCells {
  /** Columns of sentences: a ratio that is 1 if the sentence holds, or on one side of it. */
  static final String OPTIMUM = "optimum";

  static final String GAIN = "gain";
  static final String SUCCESS = "success";
  static final String COST_STEP = "cost step";
  static final String ALTERNATIVES_STEP = "NA step";
  static final String SUCCESS_STEP = "success step";
  static final String PROC_TIME_STEP = "procTime step";
  static final String START_STEP = "start step";
  static final String PEAK = "peak";

  static final String FIGURE_7 = "figure 7";
  static final String FIGURE_8 = "figure 8";
  static final String FIGURE_9 = "figure 9";

  /** Column of table 2 that is compared as 1 minus the share. */
  static final String FAILURES = "Y";

  /** Row of table 3 that is compared as 1 minus the share. */
  static final String ADVANTAGE = "advantage";

  private static final List<PaperCell> CONTRADICTORY =
      List.of(
          interval(Part.TABLE_1, "finish", "start", 205.5 - 45, 169.6),
          interval(Part.TABLE_1, "finish", "runtime", 205.5 - 169.6, 45),
          interval(Part.TABLE_1, "finish", "finish", 205.5, 169.6 + 45),
          interval(Part.TABLE_2, "c=2", "Lc", 256.6, 527.1 / 2),
          interval(Part.TABLE_2, "c=2", "U", 256.6 / 600, 0.44),
          interval(Part.TABLE_2, "c=2", "P", 2 * 256.6, 527.1));

  private PaperCells() {}

  /** Returns all cells: of table 1, table 2, table 3, the figures. */
  static List<PaperCell> all() {
    var cells = new ArrayList<PaperCell>();
    add(Part.TABLE_1, new CyclicUserPreferences().measures(), cells);
    add(Part.TABLE_2, new CyclicOwnerPrice().measures(), cells);
    add(Part.TABLE_3, new CyclicConsistency().measures(), cells);
    addSentences(cells);
    return List.copyOf(cells);
  }

  /** Adds the cells of a table, except columns of additional sets, which repeat the same cells. */
  private static void add(Part part, List<Measure> measures, List<PaperCell> to) {
    for (var measure : measures) {
      var series = measure.series();
      if (measure.paper().isEmpty() || series.column().startsWith(CyclicOwnerPrice.SET_B5)) {
        continue;
      }
      double paper = measure.paper().getAsDouble();
      to.add(
          CONTRADICTORY.stream()
              .filter(cell -> cell.part() == part && cell.series().equals(series))
              .findFirst()
              .orElse(PaperCell.of(part, series, isShare(series) ? oneLess(paper) : paper)));
    }
  }

  private static PaperCell interval(
      Part part, String row, String column, double least, double most) {
    return new PaperCell(part, new Series(row, column), least, most);
  }

  /** Returns whether a cell is compared as 1 minus the share. */
  static boolean isShare(Series cell) {
    return cell.column().equals(FAILURES) || cell.row().equals(ADVANTAGE);
  }

  /** Returns 1 minus a share, rounded to as many decimals as are ever printed. */
  private static double oneLess(double share) {
    return BigDecimal.ONE.subtract(BigDecimal.valueOf(share)).doubleValue();
  }

  private static void addSentences(List<PaperCell> to) {
    for (var level : CyclicSubBatches.LEVELS) {
      to.add(exactly(FIGURE_7 + " " + level, OPTIMUM, 1));
    }
    to.add(exactly(FIGURE_7 + " medium", GAIN, oneLess(0.07)));
    to.add(interval(Part.FIGURES, FIGURE_7 + " low", SUCCESS, oneLess(0.0002), 1));
    to.add(exactly(FIGURE_7 + " medium", SUCCESS, oneLess(0.03)));
    to.add(exactly(FIGURE_7 + " high", SUCCESS, oneLess(0.3)));
    to.add(falls(FIGURE_7, COST_STEP));
    to.add(rises(FIGURE_7, ALTERNATIVES_STEP));
    to.add(falls(FIGURE_7, SUCCESS_STEP));
    to.add(exactly(FIGURE_8, PEAK, 1));
    to.add(falls(FIGURE_9, PROC_TIME_STEP));
    to.add(rises(FIGURE_9, START_STEP));
  }

  private static PaperCell exactly(String row, String column, double value) {
    return PaperCell.of(Part.FIGURES, new Series(row, column), value);
  }

  /**
   * Returns a cell for a falling curve: the maximum ratio of a value to the previous one is at most
   * 1.
   */
  private static PaperCell falls(String row, String column) {
    return interval(Part.FIGURES, row, column, 0, 1);
  }

  /**
   * Returns a cell for a rising curve: the minimum ratio of a value to the previous one is at least
   * 1.
   */
  private static PaperCell rises(String row, String column) {
    return interval(Part.FIGURES, row, column, 1, Double.POSITIVE_INFINITY);
  }
}
